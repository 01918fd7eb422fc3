"""Around a shift: decisions lined up by offset, recovery, and the gap between the two controls."""

from __future__ import annotations

from typing import Any

import pytest

from experiments.tables.catalogue import TABLES
from experiments.tables.gap import Gap
from experiments.tables.shift import Shift, recovery

Plan = list[tuple[str, int, bool, bool]]  # domain, period, stored, wanted


def life(made: Any, plan: Plan, name: str = "ada", trial: str | None = None) -> Any:
    ada = made(name)
    detail = {
        "narrative": "n", "ends": ["home"], "starts": ["home", "sport"], "demoted": ["home"],
        "joined": ["sport"],
    }  # fmt: skip
    ada.add("moment", policy="", at=0, date="2031-02-01T00:00:00", what="shift", detail=detail)
    for number, (domain, period, stored, wanted) in enumerate(plan, start=1):
        source = "domain" if domain else "introduction"
        ada.session(number, period=period, domain=domain, long_horizon=wanted, source=source)
        ada.write(number, stored, wanted, **({"trial": trial} if trial else {}))
    return ada


def offsets(found: list[dict[str, Any]], group: str) -> dict[int, float]:
    return {row["offset"]: row["accuracy"] for row in found if row["group"] == group}


def test_decisions_are_lined_up_from_the_shift_on_either_side(made: Any, rows: Any) -> None:
    plan: Plan = [
        ("home", 0, False, True),
        ("home", 0, True, True),
        ("home", 1, True, False),
        ("home", 1, False, False),
    ]
    found = rows(Shift, life(made, plan))
    assert offsets(found, "demoted") == {-2: 0.0, -1: 1.0, 1: 0.0, 2: 1.0}
    assert tuple(found[0]) == tuple(TABLES["shift"].types)


def test_new_domains_have_nothing_before_the_shift_and_others_are_retained(
    made: Any, rows: Any
) -> None:
    plan: Plan = [
        ("sport", 0, True, False),
        ("news", 0, True, False),
        ("sport", 1, True, True),
        ("news", 1, False, False),
    ]
    found = rows(Shift, life(made, plan))
    assert offsets(found, "new") == {1: 1.0}
    assert offsets(found, "retained") == {-1: 0.0, 1: 1.0}


def test_sessions_of_the_persons_world_are_in_no_group(made: Any, rows: Any) -> None:
    assert rows(Shift, life(made, [("", 0, True, True), ("", 1, True, True)])) == []


def test_recovery_is_three_right_decisions_in_a_row(made: Any, rows: Any) -> None:
    wrong, right = ("home", 1, True, False), ("home", 1, False, False)
    soon = life(made, [wrong, wrong, right, right, right], "ada")
    never = life(made, [wrong, right, wrong, right], "bo")
    short = life(made, [right, right], "cy")  # too few to say
    found = rows(Shift, soon, never, short)
    (row,) = [row for row in found if row["offset"] == 0]
    assert (row["decided"], row["right"], row["accuracy"], row["sessions"]) == (2, 1, 0.5, 2.0)


@pytest.mark.parametrize(
    ("after", "waited"),
    [([], None), ([True] * 2, None), ([True] * 3, 0), ([False, True, True, True], 1)],
)
def test_recovery_counts_what_goes_by_before_it(after: list[bool], waited: int | None) -> None:
    assert recovery(after) == waited


def test_each_of_several_shifts_is_lined_up_on_its_own(made: Any, rows: Any) -> None:
    ada = life(made, [("home", 0, True, True), ("home", 1, False, False)])
    detail = {"demoted": ["sport"], "joined": []}
    ada.add("moment", policy="", at=9, date="2031-03-01T00:00:00", what="shift", detail=detail)
    for number, (domain, period) in enumerate([("sport", 1), ("sport", 2)], start=7):
        ada.session(number, period=period, domain=domain, long_horizon=True)
        ada.write(number, True, True)
    demoted = [row for row in rows(Shift, ada) if row["group"] == "demoted"]
    assert {row["offset"]: row["decided"] for row in demoted} == {-1: 2, 1: 2}


def test_a_life_without_a_shift_has_no_rows(made: Any, rows: Any) -> None:
    ada = made("ada")
    ada.session(1)
    ada.write(1, True, True)
    assert rows(Shift, ada) == []


# --- the gap


UNIVERSAL, ORACLE, GREEDY = (
    f"bm25 | {gate} | unlimited | ideal" for gate in ("universal", "oracle", "greedy")
)


def kept(made: Any, name: str, *shares: tuple[str, int], period: int = 0) -> Any:
    """How many of ten needed sessions each trial had a fact in store."""
    journal = made(name)
    for trial, present in shares:
        journal.retention("f", {1: (present, 10)}, trial, period=period)
    return journal


def test_the_share_of_the_gap_is_of_pooled_rates(made: Any, rows: Any) -> None:
    ada = kept(made, "ada", (UNIVERSAL, 2), (ORACLE, 10), (GREEDY, 4))
    bo = kept(made, "bo", (UNIVERSAL, 4), (ORACLE, 8), (GREEDY, 8))
    found = {row["gate"]: row for row in rows(Gap, ada, bo)}
    assert {row["period"] for row in found.values()} == {"all"}
    assert (found["universal"]["share"], found["oracle"]["share"]) == (0.0, 1.0)
    assert found["greedy"]["rate"] == 0.6
    assert found["greedy"]["share"] == pytest.approx((0.6 - 0.3) / (0.9 - 0.3))
    assert (found["greedy"]["low"], found["greedy"]["high"]) == (0.25, 1.0)
    assert tuple(found["greedy"]) == tuple(TABLES["gap"].types)


def test_a_gate_may_do_worse_than_storing_everything(made: Any, rows: Any) -> None:
    ada = kept(made, "ada", (UNIVERSAL, 4), (ORACLE, 8), (GREEDY, 2))
    (greedy,) = [row for row in rows(Gap, ada) if row["gate"] == "greedy"]
    assert (greedy["share"], greedy["low"]) == (-0.5, None)  # one life gives no interval


def test_where_nothing_is_to_be_gained_there_is_no_share(made: Any, rows: Any) -> None:
    ada = kept(made, "ada", (UNIVERSAL, 8), (ORACLE, 8), (GREEDY, 8))
    assert {row["share"] for row in rows(Gap, ada)} == {None}


def test_without_both_controls_there_is_no_gap(made: Any, rows: Any) -> None:
    assert rows(Gap, kept(made, "ada", (UNIVERSAL, 8), (GREEDY, 8))) == []


def test_facts_told_after_the_shift_are_told_apart(made: Any, rows: Any) -> None:
    ada = kept(made, "ada", (UNIVERSAL, 2), (ORACLE, 4))
    bo = kept(made, "bo", (UNIVERSAL, 6), (ORACLE, 8), period=1)
    found = {(row["period"], row["gate"]): row["rate"] for row in rows(Gap, ada, bo)}
    assert found["before_shift", "universal"] == 0.2
    assert found["after_shift", "universal"] == 0.6
    assert found["all", "oracle"] == 0.6
