"""Dependency: does a memory follow what depends on what? (MEME; PROTOCOLS §1)

For every task of a life's storyline the same question is asked before a change, for the
trivial-pass filter, and after the change has been told. Right answers follow what was *told* by
the time of asking, not what is true: between a change and its telling nobody can know it. Where
nobody said that one thing depends on another, a question about it has no right answer; only
whether the old value is still given for the present one is counted ("stale").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Literal, get_args

import worlds
from experiments.studies.asking import UNDERIVABLE, Asking
from experiments.studies.base import Skip, Source, Study, StudyOptions
from sim.facts import Fact, Ledger
from sim.life import Life
from sim.moments import CheckpointReached, Moment, SessionHeld, UpstreamChange
from sim.plans import Happening, Task, TaskKind
from sim.probes import Phase, Probe
from worlds.ids import main_fact


class DependencyOptions(StudyOptions):
    """Which task kinds to ask about; ``repeat_at_end`` asks everything once more at the end.

    ``after`` says when the question after a change is asked: once its news was told, or at the end
    of the life (as MEME asks an episode). ``world`` is the path of the world's file, ``worlds``
    those of several; not needed for worlds that are found by their names.
    """

    kinds: tuple[TaskKind, ...] = get_args(TaskKind)
    after: Literal["telling", "end"] = "telling"
    repeat_at_end: bool = False
    world: str = ""
    worlds: tuple[str, ...] = ()


class Dependency(Study):
    """Six kinds of question about a world whose facts depend on one another."""

    name = "dependency"
    Options = DependencyOptions
    options: DependencyOptions

    def begin(self, source: Source) -> None:
        """Look up the tasks of the life's storyline, and its world."""
        storyline = source.life.storyline
        self._tasks: dict[int, Task] = {}
        self._dropped: set[int] = set()
        self._asked: list[int] = []
        self._told: list[int] = []
        if storyline is not None:
            self._world = _found(storyline.world, self.options)
            numbered = enumerate(storyline.tasks)
            self._tasks = {n: task for n, task in numbered if task.kind in self.options.kinds}

    def watched(self, life: Life) -> tuple[Fact, ...]:
        """The facts that the storyline will tell."""
        happenings = life.storyline.happenings if life.storyline else ()
        return tuple(r.fact for happening in happenings for r in happening.plan.reveals)

    def probes_before(self, moment: Moment, life: Life, ledger: Ledger) -> list[Probe]:
        """Before-questions: cascade and absence at the change, deletion as its session begins."""
        match moment:
            case UpstreamChange(at=at, happening=happening):
                due = self._due(happening, "cascade", "absence")
                return self._ask(due, "before", Asking.now(life, ledger, at)) if due else []
            case SessionHeld(happening=Happening() as happening):
                due = self._due(happening, "deletion")
                asking = Asking.before_session(life, ledger, moment)
                return self._ask(due, "before", asking) if due else []
        return []

    def probes(self, moment: Moment, life: Life, ledger: Ledger) -> list[Probe]:
        """After-questions once the news is told; with ``repeat_at_end`` all of them again."""
        match moment:
            case SessionHeld(at=at, happening=Happening() as happening):
                due = self._due(happening, *self.options.kinds)
                if self.options.after == "end":
                    self._told += due
                elif due:
                    return self._ask(due, "after", Asking.now(life, ledger, at))
            case CheckpointReached(at=at, last=True):
                return self._last(Asking.now(life, ledger, at))
        return []

    def _last(self, asking: Asking) -> list[Probe]:
        """What is left to ask at the end of the life."""
        after = self._ask([n for n in self._told if n not in self._dropped], "after", asking)
        if not self.options.repeat_at_end:
            return after
        return [*after, *self._ask(tuple(self._asked), "end", asking)]

    def _due(self, happening: Happening, *kinds: TaskKind) -> tuple[int, ...]:
        """The tasks about the news of a happening whose pair has not been given up."""
        news = {fact.id for fact in happening.facts}
        return tuple(
            number
            for number, task in self._tasks.items()
            if main_fact(task.happening) in news
            and task.kind in kinds
            and number not in self._dropped
        )

    def _ask(self, due: Sequence[int], phase: Phase, asking: Asking) -> list[Probe]:
        probes = [self._probe(number, phase, asking) for number in due]
        return [probe for probe in probes if probe is not None]

    def _probe(self, number: int, phase: Phase, asking: Asking) -> Probe | None:
        """The question of a task, or None if what it needs was never told.

        A question whose answer no longer follows from what was told (no link was) is asked all
        the same: it has no right answer, but its old one is known.
        """
        world, task, told = self._world, self._tasks[number], asking.told
        kind = task.kind if phase == "before" else worlds.effective_kind(world, task, told)
        gold = worlds.gold(world, task, told, phase)
        underivable = kind is None and phase != "before" and bool(gold.stale) and task.hop > 0
        kind = task.kind if underivable else kind
        if kind is None or (phase == "before" and not gold.accepted):
            about = " and ".join(task.entities)
            self._drop(number, f"{phase}: what the question about {about} rests on was not told")
            return None
        if phase == "after":
            self._asked.append(number)
        return asking.probe(
            (number, replace(task, kind=kind)),
            phase,
            worlds.asking(world, task, phase),
            gold,
            worlds.needed(world, task, told, phase),
            worlds.propagated(world, task, told, phase),
            {UNDERIVABLE: "yes"} if underivable else {},
        )

    def _drop(self, number: int, why: str) -> None:
        task = self._tasks[number]
        self._dropped.add(number)
        self.skips.append(Skip(f"{task.happening}: {', '.join(task.entities)}", task.kind, why))


def _found(name: str, options: DependencyOptions) -> worlds.World:
    """The world of a storyline: from the files that the options name, or by its name."""
    if options.world:
        return _world(options.world)
    listed = (_world(path) for path in options.worlds)
    return next((world for world in listed if world.name == name), None) or _world(name)


@lru_cache(maxsize=8)
def _world(name_or_path: str) -> worlds.World:
    """A world, read once for all lives of a run."""
    return worlds.load(name_or_path)
