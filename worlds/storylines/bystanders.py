"""The tasks outside the chain of a change: recall, aggregation, tracking, deletion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from numpy.random import Generator

from sim.plans import TaskKind
from worlds.storylines.initial import shuffled
from worlds.storylines.upstream import Upstream
from worlds.world import Entity, Triple, World

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Bystanders:
    """One entity a task: no entity has two. ``updates`` are the tracked entity's later values."""

    literal: str
    triple: Triple
    deleted: str
    tracked: str
    updates: tuple[str, ...]

    @property
    def entities(self) -> tuple[str, ...]:
        """All of them, those of the triple first."""
        return (*self.triple.entities, self.literal, self.deleted, self.tracked)


def choose_bystanders(
    world: World,
    state: Mapping[str, str],
    upstream: tuple[Upstream, ...],
    updates: int,
    rng: Generator,
) -> Bystanders | TaskKind:
    """Entities that no upstream change can reach, or the task kind that has none left."""
    told = {entity for up in upstream for entity in up.chain}
    free = _Free(world, state, told, {entity for up in upstream for entity in up.spread})
    triple = _any(list(free.triples()), rng)
    if triple is None:
        return "aggregation"
    free.taken.update(triple.entities)
    literal = _any(list(free.among(e for e in world.entities.values() if e.kind == "literal")), rng)
    if literal is None:
        return "exact_recall"
    deleted = _any(list(free.deletable()), rng)
    if deleted is None:
        return "deletion"
    free.taken.update((literal.id, deleted.id))
    tracked = _any(list(free.tracked(updates)), rng)
    if tracked is None:
        return "tracking"
    later = [v for v in shuffled(tracked.values, rng) if v != state[tracked.id]][:updates]
    return Bystanders(literal.id, triple, deleted.id, tracked.id, tuple(later))


@dataclass(slots=True)
class _Free:
    """Which entities have no task yet, a value to speak of, and no change reaching them."""

    world: World
    state: Mapping[str, str]
    told: set[str]
    taken: set[str]

    def among(self, entities: Iterable[Entity]) -> Iterator[Entity]:
        """Those of the given entities that are free."""
        return (e for e in entities if e.id not in self.taken and self.state[e.id] in e.values)

    def triples(self) -> Iterator[Triple]:
        """Triples of which all three are free."""
        for triple in self.world.triples:
            members = [self.world.entities[name] for name in triple.entities]
            if len(list(self.among(members))) == len(members):
                yield triple

    def deletable(self) -> Iterator[Entity]:
        """Orphans the user may ask to forget."""
        orphans = set(self.world.orphans)
        marked = (e for e in self.world.entities.values() if e.deletable and e.id in orphans)
        return (entity for entity in self.among(marked) if not entity.tracked or self._spare())

    def tracked(self, updates: int) -> Iterator[Entity]:
        """Marked entities with enough values, on which nothing that is told depends."""
        import networkx as nx

        for entity in self.among(e for e in self.world.entities.values() if e.tracked):
            below = nx.descendants(self.world.graph, entity.id)
            if len(entity.values) > updates and not below & (self.told | self.taken):
                yield entity

    def _spare(self) -> bool:
        """Whether more than one tracked entity is left, so that deletion may take one."""
        return len(list(self.among(e for e in self.world.entities.values() if e.tracked))) > 1


def _any(options: Sequence[T], rng: Generator) -> T | None:
    return options[int(rng.integers(len(options)))] if options else None
