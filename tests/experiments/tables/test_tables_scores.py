"""Scores: the trivial-pass filter, failures that are no zeros, and counts beside every mean."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from experiments.tables.scores import Scores

TRIAL = "bm25 | universal | unlimited | ideal"
OTHER = "none | oracle | 5 | literal"
maybe = st.sampled_from([True, False, None])


def one(found: list[dict[str, Any]], kind: str, measure: str, trial: str = TRIAL) -> dict[str, Any]:
    (row,) = [
        row
        for row in found
        if (row["trial"], row["kind"], row["measure"]) == (trial, kind, measure)
    ]
    return row


def test_a_right_answer_is_credited_only_if_it_was_right_before(made: Any, rows: Any) -> None:
    ada = made()
    for number, (before, after) in enumerate([(True, True), (False, True), (True, False)]):
        ada.pair(number, "deletion", before, after)
    ada.pair(3, "deletion", False, False)
    found = rows(Scores, ada)
    assert one(found, "deletion", "accuracy")["mean"] == 2 / 4
    assert one(found, "deletion", "filtered")["mean"] == 1 / 4
    assert one(found, "deletion", "trivial_pass")["mean"] == 1 / 4
    assert one(found, "deletion", "before")["mean"] == 2 / 4


def test_kinds_that_cannot_be_passed_by_forgetting_are_not_filtered(made: Any, rows: Any) -> None:
    ada = made()
    ada.probe("t", "tracking")
    ada.answer("t", False, partial=2 / 3)
    ada.probe("r", "exact_recall")
    ada.answer("r", True)
    found = rows(Scores, ada)
    for measure in ("accuracy", "filtered"):
        assert one(found, "exact_recall", measure)["mean"] == 1.0
        assert one(found, "tracking", measure)["mean"] == 0.0
    assert one(found, "tracking", "partial")["mean"] == pytest.approx(2 / 3)
    assert {row["kind"] for row in found if row["measure"] == "trivial_pass"} == set()


def test_a_failure_is_counted_and_never_a_zero(made: Any, rows: Any) -> None:
    ada = made()
    for name, correct, failed in (("a", True, ""), ("b", None, "answer"), ("c", None, "judge")):
        ada.probe(name, "exact_recall")
        ada.answer(name, correct, failed=failed)
    row = one(rows(Scores, ada), "exact_recall", "accuracy")
    assert (row["asked"], row["answered"], row["scored"], row["failed"]) == (3, 2, 1, 2)
    assert row["mean"] == 1.0


def test_a_check_before_that_failed_to_score_leaves_the_credit_open(made: Any, rows: Any) -> None:
    ada = made()
    ada.pair(1, "absence", None, True)
    ada.pair(2, "absence", None, False)
    ada.pair(3, "absence", True, True)
    found = rows(Scores, ada)
    row = one(found, "absence", "filtered")
    assert (row["mean"], row["scored"], row["failed"]) == (1.0, 1, 2)
    assert one(found, "absence", "accuracy")["mean"] == 2 / 3


def test_a_question_that_was_never_asked_before_earns_nothing(made: Any, rows: Any) -> None:
    ada = made()
    ada.probe("c", "cascade", pair="alone")
    ada.answer("c", True)
    assert one(rows(Scores, ada), "cascade", "filtered")["mean"] == 0.0


def test_hops_have_rows_of_their_own(made: Any, rows: Any) -> None:
    ada = made()
    for name, hop, correct in (("a", 1, True), ("b", 2, False), ("c", 2, False)):
        ada.probe(name, "cascade", hop=hop)
        ada.answer(name, correct)
    found = rows(Scores, ada)
    assert one(found, "cascade@1", "accuracy")["mean"] == 1.0
    assert one(found, "cascade@2", "accuracy")["mean"] == 0.0
    assert one(found, "cascade", "accuracy")["mean"] == 1 / 3
    assert one(found, "all", "accuracy")["mean"] == 1 / 3  # hops do not count twice


def test_all_weighs_every_kind_the_same(made: Any, rows: Any) -> None:
    ada = made()
    for number in range(9):
        ada.probe(f"r{number}", "exact_recall")
        ada.answer(f"r{number}", True)
    ada.probe("t", "tracking")
    ada.answer("t", False)
    row = one(rows(Scores, ada), "all", "accuracy")
    assert (row["mean"], row["asked"], row["scored"]) == (0.5, 10, 10)


def test_trials_are_scored_apart(made: Any, rows: Any) -> None:
    ada = made()
    ada.probe("r", "exact_recall")
    ada.answer("r", True)
    ada.answer("r", False, trial=OTHER)
    found = rows(Scores, ada)
    assert one(found, "exact_recall", "accuracy")["mean"] == 1.0
    row = one(found, "exact_recall", "accuracy", OTHER)
    assert row["mean"] == 0.0
    assert (row["backend"], row["gate"], row["budget"], row["reader"]) == (
        "none", "oracle", "5", "literal",
    )  # fmt: skip


def test_questions_at_the_end_are_a_measure_of_their_own(made: Any, rows: Any) -> None:
    ada = made()
    ada.probe("e", "exact_recall", "end")
    ada.answer("e", True)
    assert {row["measure"] for row in rows(Scores, ada)} == {"at_end"}


def test_intervals_need_two_lives_and_hold_the_mean(made: Any, rows: Any) -> None:
    lives = [made(name) for name in ("ada", "bo", "cy")]
    for life, correct in zip(lives, (True, False, True), strict=True):
        life.probe("r", "exact_recall")
        life.answer("r", correct)
    row = one(rows(Scores, *lives), "exact_recall", "accuracy")
    assert row["low"] == 0.0
    assert row["high"] == 1.0
    alone = one(rows(Scores, lives[0]), "exact_recall", "accuracy")
    assert (alone["low"], alone["high"]) == (None, None)


def test_retention_sums_over_facts_and_sessions(made: Any, rows: Any) -> None:
    ada, bo = made("ada"), made("bo")
    ada.retention("f1", {1: (2, 2), 2: (1, 4)})
    ada.retention("f2", {2: (0, 1)}, kind="ongoing_state")
    bo.retention("f1", {1: (3, 3)})
    found = rows(Scores, ada, bo)
    assert one(found, "user_profile", "retention_rate")["mean"] == 6 / 9
    row = one(found, "all", "retention_rate")
    assert (row["mean"], row["asked"], row["scored"]) == (6 / 10, 3, 3)


def test_facts_that_a_trial_could_not_follow_have_failed_for_it(made: Any, rows: Any) -> None:
    ada = made()
    ada.retention("f1", {1: (2, 2)})
    row = one(rows(Scores, ada), "all", "retention_rate", OTHER)
    assert (row["asked"], row["scored"], row["failed"], row["mean"]) == (1, 0, 1, None)


def test_ranks_of_evidence_are_scored_without_a_judge(made: Any, rows: Any) -> None:
    ada = made()
    for number in range(1, 8):
        ada.session(number)
    found_in = {"sessions": ["s0003"], "turns": ["s0003.0"], "text": "x"}
    evidence = {"id": "e", "role": "turn", "session": "s0003", "turns": ["s0003.0"], "needles": []}
    for name, labels, memories in (
        ("hit", {}, [found_in]),
        ("miss", {}, []),
        ("bad", {"refused": "dangling evidence"}, []),
        ("apart", {"unranked": "yes"}, [found_in]),
    ):
        ada.probe(name, "multi-hop", "end", study="retrieval", evidence=[evidence], labels=labels)
        ada.answer(name, None, memories=memories, judged=False)
    found = rows(Scores, ada)
    row = one(found, "multi-hop", "session:recall_any@5")
    assert (row["mean"], row["asked"], row["scored"], row["failed"]) == (2 / 3, 4, 3, 0)
    assert one(found, "all", "session:recall_any@5")["mean"] == 1 / 2


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.lists(st.tuples(maybe, maybe), min_size=1, max_size=8))
def test_the_filter_agrees_with_its_definition(
    made: Any, rows: Any, data: list[tuple[bool | None, bool | None]]
) -> None:
    ada = made()
    for number, (before, after) in enumerate(data):
        ada.pair(number, "cascade", before, after)
    found = rows(Scores, ada)
    known = [(b, a) for b, a in data if b is not None and a is not None]
    filtered, trivial = (one(found, "cascade", name) for name in ("filtered", "trivial_pass"))
    for row in (filtered, trivial):
        assert (row["asked"], row["scored"]) == (len(data), len(known))
        assert row["failed"] == len(data) - len(known)
    if known:
        assert filtered["mean"] == sum(b and a for b, a in known) / len(known)
        assert trivial["mean"] == sum(a and not b for b, a in known) / len(known)
    else:
        assert (filtered["mean"], trivial["mean"]) == (None, None)


def stale_life(made: Any, answers: list[str | None], **probe: Any) -> Any:
    """Cascades after a change: elm is right, oak was; with answers that nobody judged."""
    ada = made()
    gold = {"accepted": ["elm"], "stale": ["oak"], "hidden": [], "ordered": False}
    for number, text in enumerate(answers):
        ada.probe(f"s{number}", "cascade", **{"hop": 1, "gold": gold, **probe})
        ada.answer(f"s{number}", None, failed="" if text else "answer", judged=False)
        ada.records[-1]["text"] = text
    return ada


def test_old_values_given_for_present_ones_are_counted_also_without_a_verdict(
    made: Any, rows: Any
) -> None:
    answers = ["It is oak.", "It is elm.", "It was oak once, I cannot say now.", None]
    found = rows(Scores, stale_life(made, answers))
    for kind in ("cascade", "cascade@1", "all"):
        row = one(found, kind, "stale")
        assert row["mean"] == pytest.approx(1 / 3)
        assert (row["asked"], row["answered"], row["scored"], row["failed"]) == (4, 3, 3, 1)
    assert {row["measure"] for row in found} == {"stale"}


def test_nothing_is_stale_before_the_change_or_where_nothing_was_right_before(
    made: Any, rows: Any
) -> None:
    bare = {"accepted": ["elm"], "stale": [], "hidden": [], "ordered": False}
    assert rows(Scores, stale_life(made, ["It is oak."], phase="before")) == []
    assert rows(Scores, stale_life(made, ["It is oak."], gold=bare)) == []
