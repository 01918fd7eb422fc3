"""One upstream change: which root takes which value, and what can be asked about it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from numpy.random import Generator

from worlds.propagation import Consequence, consequences
from worlds.storylines.initial import shuffled
from worlds.unknown import UNKNOWN, Value
from worlds.world import World

DependentKind = Literal["cascade", "absence"]
DEPENDENT: tuple[DependentKind, ...] = ("cascade", "absence")


@dataclass(frozen=True, slots=True)
class Target:
    """A descendant of the root that a question will be about."""

    kind: DependentKind
    entity: str
    hop: int


@dataclass(frozen=True, slots=True)
class Upstream:
    """A root takes another value. ``chain`` are the entities that must be told for the targets.

    ``spread`` holds every consequence in the whole world, told or not; ``after`` is the state.
    """

    root: str
    value: str
    spread: Mapping[str, Consequence]
    targets: tuple[Target, ...]
    chain: tuple[str, ...]
    after: Mapping[str, Value]

    @property
    def kinds(self) -> set[str]:
        """The kinds of its targets."""
        return {target.kind for target in self.targets}

    def reaches(self, distance: int) -> bool:
        """Whether a cascade is asked about at a distance from the root; 0 asks for nothing."""
        return not distance or ("cascade", distance) in {(t.kind, t.hop) for t in self.targets}


@dataclass(frozen=True, slots=True)
class Situation:
    """Where a life stands when a change is planned: the state, and what is no longer free."""

    world: World
    initial: Mapping[str, Value]
    state: Mapping[str, Value]
    taken: Collection[str]
    held: Collection[str]
    hops: int
    reach: int = 0  # a cascade this far from the root is wanted, if it can be had


def plan_change(now: Situation, root: str, rng: Generator) -> Upstream | None:
    """A change of one root that yields both kinds of task, or else as many as it can.

    A cascade as far away as is wanted comes before that. None if no value of the root has a
    consequence to ask about.
    """
    best: Upstream | None = None
    for value in shuffled(now.world.entities[root].values, rng):
        if value in now.held:
            continue
        planned = _plan(now, root, value, rng)
        if _worth(planned, now) == (True, len(DEPENDENT)):
            return planned
        if best is None or _worth(planned, now) > _worth(best, now):
            best = planned
    return best if best and best.targets else None


def _worth(planned: Upstream, now: Situation) -> tuple[bool, int]:
    return planned.reaches(now.reach), len(planned.kinds)


def _plan(now: Situation, root: str, value: str, rng: Generator) -> Upstream:
    world = now.world
    spread = consequences(world.graph, world.rules, now.state, {root: value})
    targets = tuple(_targets(now, spread, rng))
    needed = {root}.union(*(_path(spread, target.entity) for target in targets))
    chain = tuple(entity for entity in spread if entity in needed)
    after = {**now.state, **{entity: c.value for entity, c in spread.items()}}
    return Upstream(root, value, spread, targets, chain, after)


def _targets(now: Situation, spread: Mapping[str, Consequence], rng: Generator) -> Iterator[Target]:
    """At every distance one entity of each kind, as far as there are any (MEME, appendix B.2)."""
    distances = _distances(spread)
    usable = [entity for entity in distances if _is_usable(now, spread, entity)]
    for hop in range(1, now.hops + 1):
        for kind in DEPENDENT:
            fitting = [e for e in usable if distances[e] == hop and _kind(spread[e]) == kind]
            if fitting:
                yield Target(kind, fitting[int(rng.integers(len(fitting)))], hop)


def _kind(consequence: Consequence) -> DependentKind:
    return "absence" if consequence.value is UNKNOWN else "cascade"


def _distances(spread: Mapping[str, Consequence]) -> dict[str, int]:
    """How many edges the change has travelled, by the shortest way; changed entities only."""
    found: dict[str, int] = {}
    for entity, consequence in spread.items():
        if consequence.changed:
            found[entity] = min((found[p] + 1 for p in consequence.moved_by), default=0)
    return found


def _is_usable(now: Situation, spread: Mapping[str, Consequence], entity: str) -> bool:
    """No task yet; the way to it still stands as it was told, and holds no "none" anywhere."""
    if entity in now.taken:
        return False
    return all(_is_plain(now, spread[member], member) for member in _path(spread, entity))


def _is_plain(now: Situation, consequence: Consequence, entity: str) -> bool:
    nulls, before = now.world.entities[entity].nulls, now.state[entity]
    untouched = before == now.initial[entity] or not consequence.moved_by
    return untouched and before not in nulls and consequence.value not in nulls


def _path(spread: Mapping[str, Consequence], entity: str) -> set[str]:
    """The entity and all changed entities that the change came through."""
    return {entity}.union(*(_path(spread, parent) for parent in spread[entity].moved_by))
