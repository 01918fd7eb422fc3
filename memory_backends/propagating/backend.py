"""The backend: extraction at ingest, truth maintenance, and the current state at search."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar, Literal

from memory_backends.base import BackendOptions, MemoryBackend
from memory_backends.propagating.entries import Derived, Told
from memory_backends.propagating.matching import Matching
from memory_backends.propagating.recalling import Recall
from memory_backends.propagating.store import Store
from sim.lexicon import Lexicon
from sim.roles.dependency_extractor import DEPENDENCY_EXTRACTOR, DependencyExtractorInput
from sim.views import Memory, Session


class PropagatingOptions(BackendOptions):
    """``wording`` "plain" keeps the world's own sentences from a scripted extractor.

    It then reads by general English alone, which bounds from below what the backend owes to being
    told how people in a world put things. To a model it makes no difference.
    """

    wording: Literal["world", "plain"] = "world"


class Propagating(MemoryBackend):
    """Acts on upstream changes: what rests on a changed fact is derived anew or marked unknown.

    Each session is read once, by the role ``dependency_extractor``, into values, rules,
    dependencies, changes and wishes to forget; no other call is made. What follows is worked out
    as truth maintenance systems do (Doyle 1979), over a graph of justifications. A search brings
    the current state first, then the change and the rules it rests on, then values that have been
    superseded, with their dates. What the user wants forgotten leaves no trace but the wish. No
    paper has this system; MEME (section 5) measures that the memories it tries need it.
    """

    name = "propagating"
    group = "truth maintenance"
    Options: ClassVar[type[PropagatingOptions]] = PropagatingOptions
    options: PropagatingOptions

    def __init__(self, user_id: str, options: BackendOptions | None = None) -> None:
        super().__init__(user_id, options)
        self._store = Store()
        self._index: tuple[int, Matching] | None = None

    def add(self, session: Session) -> None:
        """Have the session read, and keep what it says."""
        known = self.lexicon if self.options.wording == "world" else Lexicon()
        given = DependencyExtractorInput(session, self._store.names(), known)
        self._store.put(session, self.play(DEPENDENCY_EXTRACTOR, given, session.id).notes)

    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
        """The state at a date of what a query is about, with its justification."""
        known, matching = self._store.told(at), self._matching()
        if len(known) < len(self._store.told()):
            matching = Matching(known)
        recall = Recall(known, self._store.belief(at), self._store.hidden)
        return recall.bring(matching.ranked(query), k)

    def get_all(self) -> list[Memory]:
        """Everything told and everything that follows from it, oldest first."""
        belief = self._store.belief()
        held = [
            self._as_held(one, belief.standing.get(one.note.about)) for one in self._store.told()
        ]
        held += [derived.memory() for derived in self._store.derived()]
        return sorted(held, key=lambda memory: memory.created_at)

    def delete(self, memory_id: str) -> None:
        """Forget one entry; KeyError if there is none of that id."""
        self._store.drop(memory_id)

    def reset(self) -> None:
        """Forget everything."""
        self._store.clear()

    def _as_held(self, one: Told, now: Told | Derived | None) -> Memory:
        overtaken = one.tells_value and isinstance(now, Derived) and one.at <= now.cause.at
        return one.superseded(now.cause) if isinstance(now, Derived) and overtaken else one.memory()

    def _matching(self) -> Matching:
        if self._index is None or self._index[0] != self._store.version:
            self._index = (self._store.version, Matching(self._store.told()))
        return self._index[1]
