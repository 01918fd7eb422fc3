"""What was told, session by session, and the belief that follows at a date."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from memory_backends.propagating.entries import Derived, Told
from memory_backends.propagating.maintenance import Belief, believe
from sim.roles.extracting import Noted
from sim.text import contains
from sim.views import Session


class Store:
    """The told entries of one user, oldest first; what follows from them is kept until they change.

    ``version`` grows with every change.
    """

    def __init__(self) -> None:
        self.version = 0
        self._sessions: dict[str, list[Told]] = {}
        self._hidden: set[str] = set()
        self._belief: Belief | None = None

    def put(self, session: Session, notes: Iterable[Noted]) -> None:
        """Keep the notes of a session in place of those it had, and heed its wishes to forget."""
        dates = {turn.id: turn.at for turn in session.turns}
        self._sessions[session.id] = [
            Told(f"{note.turn}/{number}", session.id, dates[note.turn], note)
            for number, note in enumerate(notes)
        ]
        for one in self._sessions[session.id]:
            if one.note.act == "forget":
                self._purge(one)
        self._changed()

    def drop(self, entry_id: str) -> None:
        """Let go of one entry; KeyError if there is none of that id."""
        for told in self._sessions.values():
            for one in told:
                if one.id == entry_id:
                    told.remove(one)
                    self._changed()
                    return
        if entry_id not in {derived.id for derived in self.derived()}:
            raise KeyError(entry_id)
        self._hidden.add(entry_id)
        self._changed()

    def clear(self) -> None:
        """Let go of everything."""
        self._sessions.clear()
        self._hidden.clear()
        self._changed()

    def told(self, until: datetime | None = None) -> list[Told]:
        """What was told up to a date, oldest first."""
        found = [one for told in self._sessions.values() for one in told]
        return found if until is None else [one for one in found if one.at <= until]

    def names(self) -> tuple[str, ...]:
        """What anything was told about, in the order it first came up."""
        abouts = (name for one in self.told() for name in (one.note.about, one.note.parent))
        return tuple(dict.fromkeys(name for name in abouts if name))

    def belief(self, at: datetime | None = None) -> Belief:
        """What holds at a date, or by now."""
        known = self.told(at)
        if at is not None and len(known) < len(self.told()):
            return believe(known)
        if self._belief is None:
            self._belief = believe(known)
        return self._belief

    def derived(self) -> Iterator[Derived]:
        """What follows from what was told, without what was let go of, in the order of names."""
        standing = self.belief().standing
        for about in sorted(standing):
            one = standing[about]
            if isinstance(one, Derived) and one.id not in self._hidden:
                yield one

    @property
    def hidden(self) -> frozenset[str]:
        """The ids of conclusions that were let go of."""
        return frozenset(self._hidden)

    def _purge(self, wish: Told) -> None:
        """Remove every trace of what is to be forgotten, up to the wish itself."""
        about = wish.note.about
        values = {one.note.value for one in self.told(wish.at) if self._tells(one, about)}
        now = self.belief().value(about)
        values |= {now} if now else set()
        for told in self._sessions.values():
            told[:] = [one for one in told if one is wish or not _betrays(one, wish, values)]

    def _tells(self, one: Told, about: str) -> bool:
        return one.note.about == about and one.note.act in ("state", "change", "rule")

    def _changed(self) -> None:
        self.version += 1
        self._belief = None


def _betrays(one: Told, wish: Told, values: set[str]) -> bool:
    """Whether an entry told before a wish says what is to be forgotten.

    Sentences about other things keep their place even if they name the same value.
    """
    if one.at > wish.at:
        return False
    if one.note.about == wish.note.about:
        return one.note.act in ("state", "change", "rule")
    free = one.note.act == "note"
    return free and any(contains(one.note.words, value) for value in values if value)
