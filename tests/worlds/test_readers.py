"""Scripted readers over whole storylines: what complete evidence allows, what the old value does.

The ideal reader answers every question right from everything told, and from the evidence alone
that ``needed`` names; the literal reader, which has only what was said last, is wrong wherever
something depended on a change (MEME, section 4; PROTOCOLS: dependency).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import NamedTuple

import pytest

import worlds
from sim.clock import Calendar
from sim.judging import judge_by_rule
from sim.plans import Storyline, Task
from sim.probes import Gold, Phase, Probe
from sim.roles.reading import read_ideally, read_literally
from sim.views import Answer, Memory, Question

START = Calendar(datetime(2031, 1, 6))
Lived = Callable[[int], Storyline]
SEEDS = range(25)


class Asked(NamedTuple):
    """A question at a phase, everything told by then, and the evidence among it."""

    task: Task
    phase: Phase
    question: Question
    gold: Gold
    memories: tuple[Memory, ...]
    evidence: tuple[Memory, ...]

    def is_right(self, text: str) -> bool:
        probe = Probe("p", "dependency", self.task.kind, self.phase, 0, self.question, self.gold)
        return judge_by_rule(probe, Answer(text)).correct


def asked(world: worlds.World, drawn: Storyline) -> Iterator[Asked]:
    order = sorted(drawn.happenings, key=lambda h: h.due + h.lag)
    told = [(h.due + h.lag, r) for h in order for r in h.plan.reveals]
    memories = {
        r.fact.id: Memory(f"m{i:03}", r.utterance, START.date(at), (f"s{at}",), (f"s{at}.{i}",))
        for i, (at, r) in enumerate(told)
    }
    due = {h.id: h.due + h.lag for h in order}
    phases: tuple[Phase, ...] = ("before", "after")
    for task in drawn.tasks:
        for phase in phases:
            last = due[task.happening] - (phase == "before")
            facts = [r.fact for at, r in told if at <= last]
            question = Question("q", "u", worlds.asking(world, task, phase), START.date(last))
            needed = {fact.id for _, fact, _ in worlds.needed(world, task, facts, phase)}
            yield Asked(
                task,
                phase,
                question,
                worlds.gold(world, task, facts, phase),
                tuple(memories[fact.id] for fact in facts),
                tuple(memories[fact.id] for fact in facts if fact.id in needed),
            )


@pytest.mark.parametrize("seed", SEEDS)
def test_the_ideal_reader_is_right_with_everything_told_and_with_the_evidence_alone(
    first_home: worlds.World, lived: Lived, seed: int
) -> None:
    for one in asked(first_home, lived(seed)):
        for context in (one.memories, one.evidence):
            text = read_ideally(one.question, context, first_home.lexicon())
            assert one.is_right(text), (one.task, one.phase, text)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_latest_statement_is_wrong_exactly_where_something_depends_on_a_change(
    first_home: worlds.World, lived: Lived, seed: int
) -> None:
    for one in asked(first_home, lived(seed)):
        text = read_literally(one.question, one.memories, first_home.lexicon())
        stale = one.phase == "after" and one.task.kind in ("cascade", "absence", "deletion")
        assert one.is_right(text) != stale, (one.task, one.phase, text)


@pytest.mark.parametrize("seed", SEEDS)
def test_without_any_one_piece_of_its_evidence_a_cascade_is_answered_wrong(
    first_home: worlds.World, lived: Lived, seed: int
) -> None:
    """No piece that ``needed`` names can be left out: evidence is complete and not padded."""
    for one in asked(first_home, lived(seed)):
        if one.task.kind != "cascade" or one.phase == "before":
            continue
        for missing in one.evidence:
            rest = tuple(memory for memory in one.evidence if memory is not missing)
            assert not one.is_right(read_ideally(one.question, rest, first_home.lexicon()))
