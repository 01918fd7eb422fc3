"""Gating: which sessions a gate let through, and what is undefined stays undefined."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from experiments.tables.gating import Gating

decisions = st.lists(st.tuples(st.booleans(), st.booleans(), st.booleans()), max_size=10)


def life(made: Any, decided: list[tuple[bool | None, bool, bool]], name: str = "ada") -> Any:
    """(stored, wanted, after the shift) of each session."""
    ada = made(name)
    for number, (stored, wanted, later) in enumerate(decided, start=1):
        ada.session(number, period=int(later), long_horizon=wanted)
        ada.write(number, stored, wanted)
    return ada


def test_one_row_a_trial_when_nothing_shifts(made: Any, rows: Any) -> None:
    plan = [(True, True, False), (True, False, False), (False, True, False), (False, False, False)]
    (row,) = rows(Gating, life(made, plan))
    assert (row["period"], row["gate"], row["decided"]) == ("all", "universal", 4)
    assert (row["tp"], row["fp"], row["tn"], row["fn"]) == (1, 1, 1, 1)
    for measure in ("precision", "recall", "f1", "fnr", "fpr"):
        assert row[measure] == 0.5


def test_periods_around_a_shift(made: Any, rows: Any) -> None:
    found = rows(Gating, life(made, [(True, True, False), (True, False, True)]))
    assert [(row["period"], row["decided"], row["f1"]) for row in found] == [
        ("after_shift", 1, 0.0),
        ("all", 2, pytest.approx(2 / 3)),
        ("before_shift", 1, 1.0),
    ]


def test_f1_is_zero_when_there_was_something_and_nothing_was_right(made: Any, rows: Any) -> None:
    (row,) = rows(Gating, life(made, [(False, True, False)]))
    assert (row["f1"], row["recall"], row["precision"]) == (0.0, 0.0, None)


def test_f1_is_undefined_when_there_was_nothing_to_store(made: Any, rows: Any) -> None:
    (row,) = rows(Gating, life(made, [(False, False, False)]))
    assert (row["f1"], row["recall"], row["precision"], row["fnr"]) == (None,) * 4
    assert (row["fpr"], row["f1_low"], row["f1_high"]) == (0.0, None, None)


def test_a_decision_that_failed_is_none(made: Any, rows: Any) -> None:
    (row,) = rows(Gating, life(made, [(None, True, False), (True, True, False)]))
    assert (row["decided"], row["tp"], row["fn"]) == (1, 1, 0)


def test_the_interval_is_over_lives(made: Any, rows: Any) -> None:
    good, bad = [(True, True, False)], [(False, True, False)]
    (row,) = rows(Gating, life(made, good, "ada"), life(made, bad, "bo"))
    assert row["f1"] == pytest.approx(2 / 3)
    assert (row["f1_low"], row["f1_high"]) == (0.0, 1.0)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(plan=decisions)
def test_counts_add_up_and_measures_agree_with_their_definitions(
    made: Any, rows: Any, plan: list[tuple[bool, bool, bool]]
) -> None:
    found = {row["period"]: row for row in rows(Gating, life(made, list(plan)))}
    for period, row in found.items():
        keep = {"all": (0, 1), "before_shift": (0,), "after_shift": (1,)}[period]
        own = [(stored, wanted) for stored, wanted, later in plan if int(later) in keep]
        stored = [wanted for stored, wanted in own if stored]
        wanted = [stored for stored, wanted in own if wanted]
        assert row["decided"] == len(own)
        assert row["precision"] == (sum(stored) / len(stored) if stored else None)
        assert row["recall"] == (sum(wanted) / len(wanted) if wanted else None)
        if row["precision"] and row["recall"]:
            both = 2 * row["precision"] * row["recall"] / (row["precision"] + row["recall"])
            assert row["f1"] == pytest.approx(both)
