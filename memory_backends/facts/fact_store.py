"""Atomic facts, extracted from each session and reconciled with what is stored."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import ClassVar

import numpy as np
from pydantic import Field

from memory_backends import embedders
from memory_backends.base import BackendOptions, MemoryBackend
from memory_backends.retrieval.ranking import best
from sim.roles.extracting import Noted
from sim.roles.extractor import EXTRACTOR, ExtractorInput
from sim.roles.fact_manager import FACT_MANAGER, Managed, ManagerInput
from sim.views import Memory, Session


class FactStoreOptions(BackendOptions):
    """``similar`` is how many stored facts a new one is compared with (the paper's s, 10)."""

    similar: int = Field(default=10, ge=1)
    embedder: str = "use"


@dataclass(frozen=True, slots=True)
class Fact:
    """A stored fact: its note, and the entry that tells it."""

    note: Noted
    memory: Memory


class FactStore(MemoryBackend):
    """Extracts facts and adds, updates, deletes or ignores (Mem0, Chhikara et al. 2025, 2.1).

    This is the Mem0 of MEME, PerMem-Bench, PRAGMA and UtilMem; the library's 2.x only adds. One
    call of ``extractor`` a session, one of ``fact_manager`` a new fact that something stored is
    like. The paper hands all new facts to one call and has the model write the updated text; here
    an update is the new fact in place of the old one.
    """

    name = "fact_store"
    group = "fact stores"
    Options: ClassVar[type[FactStoreOptions]] = FactStoreOptions
    options: FactStoreOptions

    def __init__(self, user_id: str, options: BackendOptions | None = None) -> None:
        super().__init__(user_id, options)
        self._embedder = embedders.create(self.options.embedder)
        self._facts: dict[str, Fact] = {}
        self._taken: set[str] = set()

    def add(self, session: Session) -> None:
        """Extract the facts of a session and reconcile them one by one; a session counts once."""
        if session.id in self._taken:
            return
        self._taken.add(session.id)
        given = ExtractorInput(session, self.lexicon)
        dates = {turn.id: turn.at for turn in session.turns}
        for number, note in enumerate(self.play(EXTRACTOR, given, session.id).notes):
            self._take_in(session.id, number, note, dates[note.turn])

    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
        """The facts nearest to a query that were stored by then."""
        known = [fact for fact in self._facts.values() if fact.memory.created_at <= at]
        found = self._nearest(query, known, k)
        return [replace(known[place].memory, score=score) for place, score in found]

    def get_all(self) -> list[Memory]:
        """The facts, oldest first."""
        held = [fact.memory for fact in self._facts.values()]
        return sorted(held, key=lambda memory: memory.created_at)

    def delete(self, memory_id: str) -> None:
        """Forget one fact; KeyError if there is none of that id."""
        del self._facts[memory_id]

    def reset(self) -> None:
        """Forget everything."""
        self._facts.clear()
        self._taken.clear()

    def _take_in(self, session: str, number: int, note: Noted, at: datetime) -> None:
        known = list(self._facts.values())
        near = [known[place] for place, _ in self._nearest(note.words, known, self.options.similar)]
        given = ManagerInput(note, tuple(fact.note for fact in near))
        managed = self.play(FACT_MANAGER, given, f"{session}/{number}")
        entry_id = f"{note.turn}/{number}"
        memory = Memory(entry_id, note.words, at, (session,), (note.turn,))
        self._carry_out(managed, Fact(note, memory), near)

    def _carry_out(self, managed: Managed, fact: Fact, near: list[Fact]) -> None:
        if managed.place is not None and managed.operation in ("update", "delete"):
            del self._facts[near[managed.place].memory.id]
        if managed.operation in ("add", "update"):
            self._facts[fact.memory.id] = fact

    def _nearest(self, text: str, facts: list[Fact], k: int) -> list[tuple[int, float]]:
        if not facts or not text.strip():
            return []
        matrix = self._embedder.embed([fact.memory.text for fact in facts])
        scores = np.einsum("ij,j->i", matrix, self._embedder.embed([text])[0])
        return best(scores, np.ones(len(facts), dtype=np.bool_), k)
