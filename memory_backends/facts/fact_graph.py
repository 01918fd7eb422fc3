"""Facts as a graph of things, in which what is overtaken keeps its dates."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from memory_backends.base import BackendOptions
from memory_backends.facts.extracted import Extracting, ExtractingOptions, Fact
from memory_backends.facts.graph import Edge, FactGraph, told_apart
from memory_backends.retrieval.ranking import best
from sim.roles.dependency_extractor import DEPENDENCY_EXTRACTOR, DependencyExtractorInput
from sim.roles.extracting import Noted
from sim.roles.fact_manager import FACT_MANAGER, ManagerInput
from sim.views import Memory, Session

BESIDE = 0.5  # what a fact beside one of the nearest inherits of that one's score


class FactGraphOptions(ExtractingOptions):
    """``similar`` facts are compared with a new one, ``seeds`` bring what is beside them.

    ``alike`` is the cosine from which two names are one thing.
    """

    similar: int = Field(default=10, ge=1)
    seeds: int = Field(default=3, ge=0)
    alike: float = Field(default=0.9, gt=0, le=1)


class GraphMemory(Extracting):
    """Subject, relation, object, with dates (Mem0 with graph, Chhikara et al. 2025, 2.2; Zep).

    One call of ``dependency_extractor`` a session, which says what each fact is about and what it
    says of it, and one of ``fact_manager`` a new fact; but a fact that is overtaken stays, with
    the day of its end, and so can still be told from what holds now. A search takes the facts
    nearest to the question, and those that share a thing with the first of them. The papers
    extract entities and relations in two calls each; here a fact's subject and object are its
    nodes, and the extractor is shown the names of those there are.
    """

    name = "fact_graph"
    Options: ClassVar[type[FactGraphOptions]] = FactGraphOptions
    options: FactGraphOptions

    def __init__(self, user_id: str, options: BackendOptions | None = None) -> None:
        super().__init__(user_id, options)
        self._graph = FactGraph(self._same)

    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
        """The facts nearest to a query, or beside the nearest, as they stood at the date."""
        known = [edge for edge in self._graph if edge.fact.memory.created_at <= at]
        entries = [edge.entry(at) for edge in known]
        scores = np.zeros(len(known))
        for place, score in self._nearest(query, [e.text for e in entries], len(known)):
            scores[place] = score
        scores = self._spread(known, scores)
        found = best(scores, np.ones(len(known), dtype=np.bool_), k)
        return [replace(entries[place], score=score) for place, score in found]

    def get_all(self) -> list[Memory]:
        """The facts as they stand now, oldest first."""
        held = [edge.entry() for edge in self._graph]
        return sorted(held, key=lambda memory: memory.created_at)

    def delete(self, memory_id: str) -> None:
        """Forget one fact; KeyError if there is none of that id."""
        self._graph.cut(memory_id)

    def reset(self) -> None:
        """Forget everything."""
        super().reset()
        self._graph.clear()

    def _read(self, part: Session, cue: str) -> tuple[Noted, ...]:
        given = DependencyExtractorInput(part, self._graph.things(), self.lexicon)
        return told_apart(self.play(DEPENDENCY_EXTRACTOR, given, cue).notes)

    def _take_in(self, fact: Fact, cue: str) -> None:
        near = self._near(fact)
        if not near:
            if fact.note.act != "forget":
                self._graph.link(fact)
            return
        given = ManagerInput(fact.note, tuple(edge.fact.note for edge in near))
        managed = self.play(FACT_MANAGER, given, cue)
        concerned = None if managed.place is None else near[managed.place]
        match managed.operation:
            case "delete" if concerned is not None:
                self._forget(concerned)
            case "update" if concerned is not None:
                self._graph.end(concerned.id, fact.memory.created_at)
                self._graph.link(fact)
            case "add" | "update":
                self._graph.link(fact)

    def _near(self, fact: Fact) -> list[Edge]:
        """What holds and is most like a new fact."""
        held = [edge for edge in self._graph if edge.ended_at is None]
        texts = [edge.fact.memory.text for edge in held]
        found = self._nearest(fact.note.words, texts, self.options.similar)
        return [held[place] for place, _ in found]

    def _forget(self, concerned: Edge) -> None:
        """Nothing stays of a thing that is to be forgotten, what it once was included."""
        for edge in [e for e in self._graph if e.source == concerned.source]:
            if edge.fact.note.act in ("state", "change") or edge is concerned:
                self._graph.cut(edge.id)

    def _spread(self, known: list[Edge], scores: NDArray[np.float64]) -> NDArray[np.float64]:
        """The scores, with a share of the nearest's for the facts beside them."""
        seeds = best(scores, np.ones(len(known), dtype=np.bool_), self.options.seeds)
        spread = scores.copy()
        places = {edge.id: place for place, edge in enumerate(known)}
        for seed, score in seeds:
            for edge in self._graph.beside([known[seed]]):
                place = places.get(edge.id)
                if place is not None:
                    spread[place] = max(spread[place], BESIDE * (score + scores[place]))
        return spread

    def _same(self, name: str, known: list[str]) -> str | None:
        if name in known:
            return name
        found = self._nearest(name, known, 1)
        return known[found[0][0]] if found and found[0][1] >= self.options.alike else None
