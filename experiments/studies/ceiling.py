"""What can be reached at all: a world's questions, answered from complete evidence and from none.

For every task of an episode the ideal reader is given everything that was told, then nothing but
the value from before the change. With the first it must be right, with the second it must not be:
else the world, its wording, the reader or the judge is at fault, and no memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

import worlds
from sim.clock import DAY, Calendar
from sim.facts import Fact
from sim.judging import judge_by_rule
from sim.plans import Storyline, Task
from sim.probes import Phase, Probe
from sim.roles.reading import read_ideally
from sim.views import Answer, Memory, Question

START = Calendar(datetime(2031, 1, 6))
DAYS = 364
CHANGED = ("cascade", "absence", "deletion")  # kinds that the value before a change gets wrong
PHASES: tuple[Phase, ...] = ("before", "after")
SHOWN = 5  # faults written out of each kind


@dataclass(slots=True)
class Tally:
    """One kind of question: how many were asked, and how many came out as they must.

    ``asked`` counts both phases; ``right`` those answered right from everything told. ``old`` are
    the questions after a change to which the value before it is no answer, ``refused`` those of
    them where it was judged wrong. ``faults`` describes the first exceptions.
    """

    kind: str
    asked: int = 0
    right: int = 0
    old: int = 0
    refused: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def is_sound(self) -> bool:
        """Whether there was no exception."""
        return self.asked == self.right and self.old == self.refused


def ceiling(
    world: worlds.World,
    *,
    episodes: int,
    seed: int = 7,
    options: worlds.StorylineOptions | None = None,
) -> list[Tally]:
    """Tallies by kind, in alphabetical order, over episodes that begin with each root in turn.

    Raises BadData when the world cannot yield an episode with the options.
    """
    found: dict[str, Tally] = {}
    given = options or worlds.StorylineOptions()
    for number in range(episodes):
        story = worlds.storyline(
            world,
            calendar=START,
            horizon=DAYS * DAY,
            seed_path=(seed, "ceiling", number),
            options=given.model_copy(update={"first_root": number}),
        )
        _Episode(world, story).count(found)
    return [found[kind] for kind in sorted(found)]


class _Episode:
    """One storyline, told to the end, each fact in a memory of its own."""

    def __init__(self, world: worlds.World, story: Storyline) -> None:
        self._world, self._tasks = world, story.tasks
        order = sorted(story.happenings, key=lambda h: (h.due + h.lag, h.id))
        self._told_at = {h.id: h.due + h.lag for h in order}
        self._told = [(h.due + h.lag, r.fact) for h in order for r in h.plan.reveals]
        texts = {r.fact.id: r.utterance for h in order for r in h.plan.reveals}
        self._memories = {
            fact.id: Memory(
                f"m{place:03}", texts[fact.id], START.date(at), (f"s{at}",), (f"s{at}.{place}",)
            )
            for place, (at, fact) in enumerate(self._told)
        }

    def count(self, found: dict[str, Tally]) -> None:
        """Ask everything before and after, and count."""
        for task in self._tasks:
            for phase in PHASES:
                self._ask(task, phase, found)

    def _ask(self, task: Task, phase: Phase, found: dict[str, Tally]) -> None:
        by = self._told_at[task.happening] - (phase == "before")
        told = [fact for at, fact in self._told if at <= by]
        after = phase != "before"
        kind = worlds.effective_kind(self._world, task, told) if after else task.kind
        probe = self._probe(task, kind or "", phase, told, by)
        if kind is None or (not after and not probe.gold.accepted):
            return  # does not follow from what was told
        tally = found.setdefault(kind, Tally(kind))
        tally.asked += 1
        is_right, answer = self._answered(probe, told)
        tally.right += is_right
        _note(tally, not is_right, f"{probe.question.text!r} is answered {answer!r}")
        if after and kind in CHANGED:
            self._ask_the_old(task, probe, told, tally)

    def _ask_the_old(self, task: Task, probe: Probe, told: Sequence[Fact], tally: Tally) -> None:
        """The same question with the first value alone."""
        first = [f for f in told if f.attribute in task.entities and f.kind == "value"]
        is_right, answer = self._answered(probe, first)
        tally.old += 1
        tally.refused += not is_right
        _note(tally, is_right, f"{probe.question.text!r}: the old value passes as {answer!r}")

    def _answered(self, probe: Probe, shown: Sequence[Fact]) -> tuple[bool, str]:
        memories = tuple(self._memories[fact.id] for fact in shown)
        text = read_ideally(probe.question, memories, self._world.lexicon())
        return judge_by_rule(probe, Answer(text)).correct, text

    def _probe(self, task: Task, kind: str, phase: Phase, told: Sequence[Fact], by: int) -> Probe:
        text = worlds.asking(self._world, task, phase)
        question = Question("q", "u", text, START.date(by))
        gold = worlds.gold(self._world, task, told, phase)
        return Probe("p", "dependency", kind, phase, by, question, gold)


def _note(tally: Tally, is_fault: bool, what: str) -> None:
    if is_fault and len(tally.faults) < SHOWN:
        tally.faults.append(what)
