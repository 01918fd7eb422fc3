"""The rule-based judges against answers labelled by hand (``labelled_answers.yaml``)."""

from datetime import datetime
from pathlib import Path

import pytest
import yaml

from sim.judging import JUDGES, judge_by_rule
from sim.probes import Gold, Probe
from sim.views import Answer, Question

LABELLED = yaml.safe_load(Path(__file__).with_name("labelled_answers.yaml").read_text("utf-8"))
TABLE = [
    (kind, text, label == "right")
    for kind, entry in LABELLED.items()
    for label in ("right", "wrong")
    for text in entry[label]
]


def gold_of(kind):
    values = LABELLED[kind]["gold"]
    named = {field: tuple(values.get(field, ())) for field in ("accepted", "stale", "hidden")}
    return Gold(**named, ordered=values.get("ordered", False))


def judged(kind, gold, text, phase="after"):
    wording = LABELLED[kind]["question"] if kind in LABELLED else "And?"
    question = Question("q1", "u1", wording, datetime(2031, 6, 1))
    return judge_by_rule(Probe("p1", "dependency", kind, phase, 0, question, gold), Answer(text))


def test_the_table_covers_every_kind_with_right_and_wrong_answers():
    assert sorted(LABELLED) == sorted(JUDGES)
    assert all(entry["right"] and entry["wrong"] for entry in LABELLED.values())
    assert len({(kind, text) for kind, text, _ in TABLE}) == len(TABLE) >= 180


@pytest.mark.parametrize(("kind", "text", "right"), TABLE)
def test_a_labelled_answer_is_judged_as_labelled(kind, text, right):
    verdict = judged(kind, gold_of(kind), text)
    assert verdict.correct is right, verdict.why
    assert verdict.score == float(right)


@pytest.mark.parametrize("phase", ["checkpoint", "end"])
@pytest.mark.parametrize("kind", ["cascade", "absence", "deletion"])
def test_checkpoints_are_judged_as_strictly_as_after_a_change(kind, phase):
    for wrong in LABELLED[kind]["wrong"]:
        assert not judged(kind, gold_of(kind), wrong, phase).correct


BEFORE = Gold(accepted=("30 minutes",))


@pytest.mark.parametrize("kind", ["cascade", "absence", "deletion", "unheard_of"])
@pytest.mark.parametrize(
    "text",
    [
        "It is 30 minutes.",
        "I think about 30  MINUTES, or more if you move.",
        "It may be 30 minutes, I am not sure.",
    ],
)
def test_before_a_change_a_value_that_is_present_is_right(kind, text):
    assert judged(kind, BEFORE, text, "before").correct


@pytest.mark.parametrize("kind", ["cascade", "absence", "deletion"])
def test_before_a_change_not_knowing_is_wrong(kind):
    assert not judged(kind, BEFORE, "I do not know.", "before").correct


def test_before_a_change_a_literal_must_still_be_word_for_word():
    motto = gold_of("exact_recall")
    assert judged("exact_recall", motto, "calm first. then the work!", "before").correct
    assert not judged("exact_recall", motto, "calm, then work", "before").correct
