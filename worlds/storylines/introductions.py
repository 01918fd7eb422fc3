"""Which facts are told in which introduction: related ones apart, none before what it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Literal

from numpy.random import Generator

from worlds.propagation import Rule
from worlds.storylines.episode import Episode
from worlds.storylines.options import StorylineOptions
from worlds.world import Edge, World

SILENT = 3  # the explicitness at which no dependency is told


@dataclass(frozen=True, slots=True)
class Item:
    """Something to be told: the value of an entity, a dependency, or a rule of its child."""

    kind: Literal["value", "dependency", "rule"]
    entity: str
    edge: Edge | None = None
    rule: Rule | None = None

    @property
    def rests_on(self) -> tuple[Item, ...]:
        """What has to be told before."""
        if self.edge is None:
            return ()
        if self.kind == "rule":
            return (Item("dependency", self.entity, self.edge),)
        return (Item("value", self.edge.child), Item("value", self.edge.parent))


def introductions(
    world: World, episode: Episode, options: StorylineOptions, rng: Generator
) -> list[list[Item]]:
    """The facts of a life, session by session; the triple is spread over three sessions."""
    rest = [*_chain_items(world, episode, options.explicitness), *_other_items(episode)]
    apart = [Item("value", entity) for entity in episode.others.triple.entities]
    total = len(rest) + len(apart)
    count = min(total, max(options.introductions, ceil(total / options.reveals)))
    homes = [int(session) for session in rng.permutation(count)[: len(apart)]]
    guests = dict(zip(homes, apart, strict=True))
    told: list[list[Item]] = []
    for session, size in enumerate(_even(total, count)):
        items = _next_items(rest, size - (session in guests), rng)
        if session in guests:
            items.insert(int(rng.integers(len(items) + 1)), guests[session])
        told.append(items)
    return told


def _chain_items(world: World, episode: Episode, explicitness: int) -> Iterable[Item]:
    """Values always; dependencies unless nothing is said of them; rules only if all is said."""
    yield from (Item("value", entity) for entity in episode.chain)
    rules = set(episode.rules()) if explicitness == 0 else set()
    for edge in episode.edges(world) if explicitness < SILENT else ():
        yield Item("dependency", edge.child, edge)
        yield from (Item("rule", edge.child, edge, rule) for rule in edge.rules if rule in rules)


def _other_items(episode: Episode) -> Iterable[Item]:
    others = episode.others
    return (Item("value", entity) for entity in (others.literal, others.deleted, others.tracked))


def _next_items(rest: list[Item], count: int, rng: Generator) -> list[Item]:
    """Some that may be told now, at random; they are taken out of the rest."""
    chosen: list[Item] = []
    for _ in range(count):
        ready = [item for item in rest if not _waits(item, rest)]
        item = ready[int(rng.integers(len(ready)))]
        rest.remove(item)
        chosen.append(item)
    return chosen


def _waits(item: Item, rest: Sequence[Item]) -> bool:
    return any(needed in rest for needed in item.rests_on)


def _even(total: int, parts: int) -> list[int]:
    """A number in almost equal parts, the larger ones first.

    >>> _even(10, 4)
    [3, 3, 2, 2]
    """
    return [total // parts + (part < total % parts) for part in range(parts)]
