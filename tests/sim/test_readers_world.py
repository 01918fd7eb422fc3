"""With everything that was told in view, the ideal reader answers a whole world's questions."""

from datetime import datetime

import pytest

import worlds
from sim.clock import DAY, Calendar
from sim.judging import judge_by_rule
from sim.probes import Probe
from sim.roles.answerer import READERS, AnswererInput
from sim.seeds import stream
from sim.views import Answer, Memory, Question

CALENDAR = Calendar(datetime(2031, 1, 6))
WORLD = worlds.load("first_home")
LEXICON = WORLD.lexicon()


def told_in(happening):
    """What the user says in the session about a happening, each line answered."""
    plan = happening.plan
    lines = [line for r in plan.reveals for line in (r.utterance, *r.follow_ups)]
    said = (plan.opening, *lines, plan.closing)
    return "\n".join(f"user: {line}\nassistant: I see, thank you." for line in said)


def asked(seed):
    """Every task of a storyline, before and after its happening, with all that was told."""
    story = worlds.storyline(WORLD, calendar=CALENDAR, horizon=180 * DAY, seed_path=(seed, "t"))
    held = sorted(story.happenings, key=lambda h: h.due + h.lag)
    memories = tuple(
        Memory(f"m{n}", told_in(h), CALENDAR.date(h.due + h.lag), (f"s{n}",))
        for n, h in enumerate(held)
    )
    place = {happening.id: n for n, happening in enumerate(held)}
    for task in story.tasks:
        at = place.get(task.happening, len(held) - 1)
        for phase, upto in (("before", at), ("after", at + 1)):
            told = [r.fact for h in held[:upto] for r in h.plan.reveals]
            gold = worlds.gold(WORLD, task, told, phase)
            question = Question("q", "u", worlds.asking(WORLD, task, phase), CALENDAR.start)
            probe = Probe("p", "dependency", task.kind, phase, 0, question, gold)
            yield probe, memories[:upto]


def is_right(reader, probe, memories):
    given = AnswererInput(probe.question, memories, LEXICON)
    answer = Answer(READERS[reader].twin(given, stream(1)).text)
    return judge_by_rule(probe, answer).correct


@pytest.mark.parametrize("seed", range(4))
def test_the_ideal_reader_is_right_about_everything(seed):
    probes = list(asked(seed))
    assert {probe.kind for probe, _ in probes} >= {"cascade", "absence", "deletion", "tracking"}
    wrong = [probe.question.text for probe, found in probes if not is_right("ideal", probe, found)]
    assert wrong == []


@pytest.mark.parametrize("seed", range(4))
def test_the_literal_reader_fails_exactly_what_takes_reasoning(seed):
    for probe, found in asked(seed):
        takes_reasoning = probe.kind in ("cascade", "absence", "deletion")
        expected = not (takes_reasoning and probe.phase == "after")
        assert is_right("literal", probe, found) is expected, probe.question.text


def test_without_memories_only_absence_and_deletion_are_right_by_chance():
    for probe, _ in asked(0):
        if probe.phase == "after":
            by_chance = probe.kind in ("absence", "deletion")
            assert is_right("ideal", probe, ()) is by_chance
        else:
            assert not is_right("ideal", probe, ())
