"""Laws of the judges: partial credit, signatures, kinds without a rule, odd input."""

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.judging import JUDGES, judge_by_rule, judge_for
from sim.judging.concealing import reveals
from sim.judging.manner import manners
from sim.judging.naming import longest_in_order
from sim.judging.passage import Passage
from sim.probes import Gold, Probe, Verdict
from sim.roles.reading import wording
from sim.views import Answer, Question

VALUES = ("Zyvanta Sedan", "Therwyn Compact", "Xylorim Scooter")


def probe(kind, gold, phase="after", text="And?"):
    question = Question("q1", "u1", text, datetime(2031, 6, 1))
    return Probe("p1", "dependency", kind, phase, 0, question, gold)


def judged(kind, gold, text, phase="after") -> Verdict:
    return judge_by_rule(probe(kind, gold, phase), Answer(text))


# -- partial credit


def test_tracking_gives_partial_credit_apart_from_the_score():
    verdict = judged("tracking", Gold(VALUES, ordered=True), f"{VALUES[0]}, then {VALUES[2]}.")
    assert (verdict.score, verdict.correct) == (0.0, False)
    assert verdict.partial == pytest.approx(2 / 3)
    assert VALUES[1] in verdict.why


def test_tracking_in_reverse_order_keeps_one_value_of_three():
    reverse = ", ".join(reversed(VALUES))
    assert judged("tracking", Gold(VALUES, ordered=True), reverse).partial == pytest.approx(1 / 3)


def test_tracking_knows_a_value_that_came_back():
    gold = Gold(("oak", "elm", "oak"), ordered=True)
    assert judged("tracking", gold, "First oak, then elm, then oak.").correct
    assert not judged("tracking", gold, "First oak, then elm.").correct


def test_aggregation_reports_the_share_of_values_named():
    verdict = judged("aggregation", Gold(VALUES), f"{VALUES[1]} and {VALUES[2]}")
    assert (verdict.correct, verdict.partial) == (False, pytest.approx(2 / 3))


@given(st.permutations(VALUES))
def test_only_the_order_of_time_is_right_and_naming_all_is_enough_for_aggregation(order):
    text = wording.history(order)
    assert judged("tracking", Gold(VALUES, ordered=True), text).correct is (tuple(order) == VALUES)
    assert judged("aggregation", Gold(VALUES), text).correct


def subsequence_brute_force(found, wanted):
    best = 0
    for mask in range(1 << len(found)):
        chosen = [item for at, item in enumerate(found) if mask >> at & 1]
        rest = iter(wanted)
        if all(item in rest for item in chosen):
            best = max(best, len(chosen))
    return best


@given(st.lists(st.integers(0, 3), max_size=6), st.lists(st.integers(0, 3), max_size=5))
def test_the_longest_stretch_in_order_is_the_longest(found, wanted):
    assert longest_in_order(found, wanted) == subsequence_brute_force(found, wanted)


# -- kinds and signatures


@pytest.mark.parametrize("kind", sorted(JUDGES))
def test_a_verdict_is_signed_with_rule_and_version(kind):
    rule = JUDGES[kind]
    verdict = judged(kind, Gold(("oak",), hidden=("elm",)), "oak")
    assert verdict.judge == f"{rule.name}/{rule.version}"
    assert verdict.why


def test_kinds_yet_to_come_follow_their_gold():
    assert judged("novel", Gold(("oak", "elm")), "elm and oak").correct
    assert not judged("novel", Gold(("oak", "elm"), ordered=True), "elm and oak").correct
    assert judged("novel", Gold(("oak", "elm"), ordered=True), "oak, elm").correct
    assert judged("novel", Gold(), "I do not know.").correct
    assert not judged("novel", Gold(), "It is oak.").correct
    assert judged("novel", Gold(hidden=("elm",)), "I was asked to forget it.").correct


@pytest.mark.parametrize("kind", ["cascade", "tracking", "aggregation", "exact_recall"])
def test_with_nothing_to_name_the_right_answer_is_to_admit_it(kind):
    gold = Gold(stale=("elm",))
    assert judged(kind, gold, "I do not know.").correct
    assert not judged(kind, gold, "It is elm.").correct
    assert not judged(kind, gold, "").correct


def test_a_hidden_value_spoils_any_answer_after_but_not_before():
    gold = Gold(("oak",), hidden=("elm",))
    assert judged("novel", gold, "oak, not elm").why == "reveals 'elm'"
    assert judged("novel", gold, "oak, not elm", "before").correct


def test_the_lenient_rule_stands_for_every_kind_before_a_change_but_literals():
    before = {kind: judge_for(probe(kind, Gold(("oak",)), "before")).name for kind in JUDGES}
    assert before.pop("exact_recall") == "verbatim"
    assert set(before.values()) == {"all_named"}


def test_a_before_question_with_nothing_told_keeps_the_strict_rule():
    assert judged("absence", Gold(), "I do not know.", "before").correct


# -- robustness


@given(st.sampled_from(sorted(JUDGES)), st.text(max_size=80))
def test_odd_answers_are_judged_not_raised_at(kind, text):
    verdict = judged(kind, Gold(("oak",), stale=("ash",), hidden=("elm",)), text)
    assert verdict.score in (0.0, 1.0)


HEDGING_NAMES = ("Maybe Street", "the Unknown Bar", "If. Only", "Will Or Nothing", "(C++) 3.1!")


@pytest.mark.parametrize("name", HEDGING_NAMES)
def test_words_inside_a_value_are_no_cues(name):
    assert judged("cascade", Gold((name,)), f"It is {name}.").correct
    assert not judged("absence", Gold(stale=(name,)), f"It is {name}.").correct


def test_a_longer_value_is_not_taken_for_the_shorter_inside_it():
    gold = Gold(("Brask",), stale=("Brask Hollow",))
    assert not judged("cascade", gold, "It is Brask Hollow.").correct
    assert judged("cascade", gold, "It is Brask.").correct


# -- how values are spoken of


@pytest.mark.parametrize(
    ("text", "manner"),
    [
        ("It is oak.", "asserted"),
        ("You said it is oak.", "reported"),
        ("It was oak.", "past"),
        ("oak has since been replaced.", "past"),
        ("oak until last May.", "past"),
        ("It was changed to oak.", "asserted"),
        ("It is not oak.", "denied"),
        ("It will be oak.", "future"),
        ("It is oak if you moved.", "conditional"),
        ("Perhaps oak.", "doubted"),
        ("It is oak, but that may have changed.", "doubted"),
        ("It is oak; the weather is unknown.", "asserted"),
    ],
)
def test_the_manner_of_a_mention(text, manner):
    assert [found for _, found in manners(Passage.read(text, ["oak"]))] == [manner]


def test_repetition_in_a_row_counts_once_in_the_order():
    assert Passage.read("oak, oak, elm and oak", ["oak", "elm"]).order() == [0, 1, 0]


@pytest.mark.parametrize(
    ("value", "answer", "shows"),
    [
        ("Marisol Teague", "It was Marisol Teague.", True),
        ("Marisol Teague", "MARISOL", True),
        ("Marisol Teague", "Teague-Marisol", True),
        ("Marisol Teague", "Someone called Mari.", False),
        ("a plot in the Garden on Fifth", "The one on Fifth is gone.", True),
        ("a plot in the Garden on Fifth", "I know nothing of a garden or a plot.", False),
        ("a plot in the Garden on Fifth", "That garden is gone.", False),
        ("allergic to peanuts", "You were not to eat a peanut; being allergic, you know.", True),
        ("allergic to peanuts", "You are allergic to something.", False),
        ("4417", "It ended in 4417.", True),
        ("4417", "It had 44170 digits.", False),
        (":-)", "It is :-) for me", True),
        (":-)", "It is fine", False),
    ],
)
def test_a_value_is_given_away_by_all_its_words_or_by_a_name_in_it(value, answer, shows):
    assert reveals(answer, value, "What about my garden?") is shows


def test_a_value_made_of_the_questions_words_is_revealed_only_in_full():
    assert not reveals("I forgot the name of that cat.", "cat name", "What is my cat's name?")
    assert reveals("It is cat name.", "cat name", "What is my cat's name?")
