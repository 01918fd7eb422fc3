"""Two trials on the same lives are compared pair by pair."""

from __future__ import annotations

import pytest

from experiments.tables.comparisons import Comparisons

TRIAL = "bm25 | universal | unlimited | ideal"
OTHER = "none | oracle | 5 | literal"


def life(made, name: str, ours: list[bool], theirs: list[bool]):
    """A life in which both trials answer the same questions."""
    one = made(name)
    for number, (a, b) in enumerate(zip(ours, theirs, strict=True)):
        one.probe(f"{name}{number}", "exact_recall")
        one.answer(f"{name}{number}", a)
        one.answer(f"{name}{number}", b, trial=OTHER)
    return one


def compared(rows, *lives):
    (row,) = rows(Comparisons, *lives)
    return row


def test_the_better_trial_comes_first_with_the_difference_of_means(made, rows) -> None:
    lives = [life(made, n, [False, True], [True, True]) for n in ("ada", "bob", "cy")]
    row = compared(rows, *lives)
    assert (row["trial"], row["other"], row["lives"]) == (OTHER, TRIAL, 3)
    assert row["difference"] == pytest.approx(0.5)
    assert (row["study"], row["measure"]) == ("dependency", "filtered")


def test_lives_that_differ_alike_leave_no_doubt_though_they_differ_among_themselves(
    made, rows
) -> None:
    """Every life has one question more right in one trial: the difference never changes."""
    hard = life(made, "ada", [True, False, False], [False, False, False])
    easy = life(made, "bob", [True, True, True], [True, True, False])
    row = compared(rows, hard, easy)
    assert row["low"] == row["high"] == pytest.approx(1 / 3)
    assert row["p"] == pytest.approx(1 / 2000)


def test_trials_that_answer_alike_are_not_told_apart(made, rows) -> None:
    lives = [life(made, n, [True, False], [True, False]) for n in ("ada", "bob")]
    row = compared(rows, *lives)
    assert (row["difference"], row["low"], row["high"], row["p"]) == (0, 0, 0, 1)


def test_one_life_alone_has_no_interval(made, rows) -> None:
    row = compared(rows, life(made, "ada", [True], [False]))
    assert (row["difference"], row["low"], row["p"]) == (1, None, None)


def test_retention_is_compared_over_all_facts(made, rows) -> None:
    ada, bob = made("ada"), made("bob")
    for one in (ada, bob):
        one.retention("gold:a", {1: (4, 4)})
        one.retention("gold:a", {1: (1, 4)}, trial=OTHER)
    row = compared(rows, ada, bob)
    assert (row["study"], row["trial"]) == ("retention", TRIAL)
    assert row["difference"] == pytest.approx(0.75)


def test_without_scores_there_is_nothing_to_compare(made, rows) -> None:
    assert rows(Comparisons, made()) == []
