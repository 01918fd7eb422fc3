"""What memories have in common that keep one entry a topic."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from memory_backends.base import BackendOptions
from memory_backends.facts.extracted import Extracting
from memory_backends.facts.topical import Gathered
from sim.roles.session_record import SESSION_RECORD, SessionRecordInput
from sim.views import Memory, Session


class Gathering(Extracting):
    """Entries are gatherings of facts; a search ranks them as they stood at its date."""

    def __init__(self, user_id: str, options: BackendOptions | None = None) -> None:
        super().__init__(user_id, options)
        self._gathered: dict[str, Gathered] = {}

    def add(self, session: Session) -> None:
        """Ask what the session is about, then take its facts in."""
        if session.id in self._taken:
            return
        given = SessionRecordInput(session)
        self._topic = self.play(SESSION_RECORD, given, session.id).topic or "other things"
        super().add(session)

    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
        """The entries nearest to a query, with what was told by then."""
        entries = self._entries(self._gathered.values(), at)
        found = self._nearest(query, [entry.text for entry in entries], len(entries))
        scored = [(score + self._bonus(entries[place].id), place) for place, score in found]
        ranked = sorted(scored, key=lambda one: (-round(one[0], 6), one[1]))
        return [replace(entries[place], score=round(score, 6)) for score, place in ranked[:k]]

    def get_all(self) -> list[Memory]:
        """The entries as they stand now, oldest first."""
        return sorted(self._entries(self._gathered.values()), key=lambda entry: entry.created_at)

    def delete(self, memory_id: str) -> None:
        """Forget one entry with all its facts; KeyError if there is none of that id."""
        del self._gathered[memory_id]

    def reset(self) -> None:
        """Forget everything."""
        super().reset()
        self._gathered.clear()

    def _bonus(self, entry_id: str) -> float:  # noqa: ARG002
        """What is added to the score of an entry; nothing, unless a subclass learns it."""
        return 0.0

    def _entries(self, of: Iterable[Gathered], at: datetime | None = None) -> list[Memory]:
        found = [one.entry(at) for one in of]
        return [entry for entry in found if entry is not None]

    def _keep(self, one: Gathered) -> None:
        """Put an entry in its place, or take it away once it is empty."""
        if one.facts:
            self._gathered[one.id] = one
        else:
            self._gathered.pop(one.id, None)

    def _forget(self, about: str) -> None:
        """Take out every fact about a thing."""
        for one in list(self._gathered.values()):
            gone = [fact for fact in one.facts if about and fact.note.about == about]
            if gone:
                self._keep(one.without(gone))
