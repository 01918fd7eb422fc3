"""The script of a storyline: the decisions of an episode become happenings with dates and words."""

from __future__ import annotations

from collections.abc import Iterator

from sim.clock import Minutes
from sim.facts import Fact
from sim.plans import Happening, Reveal, Task
from worlds import needles
from worlds.ids import fact_id, happening_id
from worlds.storylines.dates import Dates
from worlds.storylines.episode import Episode
from worlds.storylines.introductions import Item
from worlds.storylines.upstream import Upstream
from worlds.storylines.voice import SUBJECT, Voice
from worlds.unknown import UNKNOWN
from worlds.world import World


class Script:
    """Turns the decisions of an episode into happenings."""

    def __init__(self, world: World, episode: Episode, dates: Dates, voice: Voice) -> None:
        self._world, self._episode, self._dates, self._voice = world, episode, dates, voice
        self._course = _course(episode, dates)
        self._carrier = {e: fact_id(world.name, "value", e) for e in self._told_entities()}

    def _told_entities(self) -> tuple[str, ...]:
        return (*self._episode.chain, *self._episode.others.entities)

    def introductions(self, sessions: list[list[Item]]) -> Iterator[Happening]:
        """Sessions in which first values, dependencies and rules are told."""
        for number, (items, due) in enumerate(
            zip(sessions, self._dates.introductions, strict=True), start=1
        ):
            path = (self._world.name, "introduction", number)
            reveals = tuple(self._introduce(item) for item in items)
            yield Happening(
                id=happening_id(*path),
                kind="introduction",
                due=due,
                plan=self._voice.plan("introduction", path, reveals),
                facts=tuple(reveal.fact for reveal in reveals),
            )

    def _introduce(self, item: Item) -> Reveal:
        if item.edge is None:
            until = self._next_change(item.entity, after=-1)
            return self._voice.value(item.entity, self._episode.state[item.entity], until)
        if item.rule is None:
            return self._voice.dependency(item.edge)
        return self._voice.rule(item.edge, item.rule)

    def changes(self) -> Iterator[Happening]:
        """Upstream changes: the root's new value is told later, the rest never."""
        for number, (up, (due, lag)) in enumerate(
            zip(self._episode.upstream, self._dates.changes, strict=True), start=1
        ):
            path = self._change_path(number, up)
            until = self._next_change(up.root, after=due)
            reveal = self._voice.change(path, up.root, up.value, due, until)
            propagated = tuple(self._propagated(number, up, due, reveal.fact.id))
            yield Happening(
                id=happening_id(*path),
                kind="change",
                due=due,
                lag=lag,
                plan=self._voice.plan("change", path, (reveal,)),
                changes=((up.root, up.value),),
                facts=(reveal.fact, *propagated),
                ends=self._replaced(up, (reveal.fact, *propagated)),
            )

    def _propagated(self, number: int, up: Upstream, due: Minutes, cause: str) -> Iterator[Fact]:
        for entity in self._episode.chain:
            there = up.spread.get(entity)
            if there and there.moved_by and there.changed and there.value is not UNKNOWN:
                rules = (
                    fact_id(self._world.name, "rule", r.parent, r.child, r.when)
                    for r in there.fired
                )
                yield Fact(
                    id=fact_id(self._world.name, "propagated", number, entity),
                    subject=SUBJECT,
                    attribute=entity,
                    values=(there.value,),
                    kind="change",
                    needles=needles.of_propagated(self._world.entities[entity].phrase, there.value),
                    holds_from=due,
                    holds_until=self._next_change(entity, after=due),
                    depends_on=(*rules, cause),
                )

    def _replaced(self, up: Upstream, facts: tuple[Fact, ...]) -> tuple[str, ...]:
        """The facts that held the old values; those of the new ones take their place."""
        moved = [e for e in self._carrier if e in up.spread and up.spread[e].changed]
        ended = tuple(self._carrier.pop(entity) for entity in moved)
        self._carrier.update((fact.attribute, fact.id) for fact in facts)
        return ended

    def updates(self) -> Iterator[Happening]:
        """The tracked entity takes one value after the other."""
        entity = self._episode.others.tracked
        for number, (value, due) in enumerate(
            zip(self._episode.others.updates, self._dates.updates, strict=True), start=1
        ):
            path = self._update_path(number)
            until = self._next_change(entity, after=due)
            reveal = self._voice.change(path, entity, value, due, until)
            ended, self._carrier[entity] = self._carrier[entity], reveal.fact.id
            yield Happening(
                id=happening_id(*path),
                kind="update",
                due=due,
                plan=self._voice.plan("update", path, (reveal,)),
                changes=((entity, value),),
                facts=(reveal.fact,),
                ends=(ended,),
            )

    def deletion(self) -> Happening:
        """The user asks to forget something."""
        entity, due, path = self._episode.others.deleted, self._dates.deletion, self._request_path()
        reveal = self._voice.request(path, entity, due)
        return Happening(
            id=happening_id(*path),
            kind="deletion",
            due=due,
            plan=self._voice.plan("deletion", path, (reveal,)),
            facts=(reveal.fact,),
            ends=(self._carrier[entity],),
        )

    def tasks(self) -> Iterator[Task]:
        """One entity, one task."""
        others, first = self._episode.others, ""
        for number, up in enumerate(self._episode.upstream, start=1):
            about = happening_id(*self._change_path(number, up))
            first = first or about
            for target in up.targets:
                yield Task(target.kind, (target.entity,), about, target.hop)
        yield Task("aggregation", others.triple.entities, first)
        yield Task("exact_recall", (others.literal,), first)
        last = happening_id(*self._update_path(len(others.updates)))
        yield Task("tracking", (others.tracked,), last)
        yield Task("deletion", (others.deleted,), happening_id(*self._request_path()))

    def _change_path(self, number: int, up: Upstream) -> tuple[str | int, ...]:
        return (self._world.name, "change", number, up.root)

    def _update_path(self, number: int) -> tuple[str | int, ...]:
        return (self._world.name, "update", number, self._episode.others.tracked)

    def _request_path(self) -> tuple[str | int, ...]:
        return (self._world.name, "request", self._episode.others.deleted)

    def _next_change(self, entity: str, *, after: Minutes) -> Minutes | None:
        return next((due for due, moved in self._course if due > after and entity in moved), None)


def _course(episode: Episode, dates: Dates) -> list[tuple[Minutes, frozenset[str]]]:
    """When which entities change, in order."""
    course = [
        (due, frozenset(e for e, c in up.spread.items() if c.changed))
        for up, (due, _) in zip(episode.upstream, dates.changes, strict=True)
    ]
    course += [(due, frozenset({episode.others.tracked})) for due in dates.updates]
    return sorted(course, key=lambda change: change[0])
