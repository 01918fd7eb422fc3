"""What stores keep, on the page: stores that keep the same share a curve, gates have their rows."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from experiments.report import keeping
from experiments.report.costs import rows
from experiments.report.losses import LISTED, judged, listed, shares
from experiments.report.sections import _unscored, all_sections
from experiments.report.wording import LOST_AT, STAGES, interval, kind_name, number, standing
from experiments.tables.catalogue import TABLES

PARTS = ("backend", "gate", "budget", "reader")


def score(trial: str, **more: Any) -> dict[str, Any]:
    return {"trial": trial, **dict(zip(PARTS, trial.split(" | "), strict=True)), **more}


def curve(trial: str, *rates: float | None) -> list[dict[str, Any]]:
    return [
        {"trial": trial, "kind": "all", "month": month, "rate": rate, "low": None, "high": None}
        for month, rate in enumerate(rates, start=1)
    ]


def page_of(*curves: list[dict[str, Any]]) -> str:
    months = pd.DataFrame([row for each in curves for row in each])
    scores = pd.DataFrame([score(trial) for trial in dict.fromkeys(months["trial"])])
    return str(keeping.retention({"retention": months, "scores": scores}))


def test_stores_that_keep_the_same_are_one_curve_with_both_names() -> None:
    same = [curve(f"{name} | universal | 60 | ideal", 1.0, 0.5) for name in ("bm25", "dense")]
    page = page_of(*same, curve("recency | universal | unlimited | ideal", 1.0, 0.25))
    assert "bm25, dense: universal gate, at most 60" in page
    assert '"recency: universal gate"' in page


def test_stores_that_part_ways_in_one_month_are_two_curves() -> None:
    page = page_of(
        curve("bm25 | universal | unlimited | ideal", 1.0, 0.5),
        curve("dense | universal | unlimited | ideal", 1.0, 0.4),
    )
    assert '"bm25: universal gate"' in page
    assert '"dense: universal gate"' in page


def test_a_store_is_drawn_once_whoever_reads_from_it() -> None:
    page = page_of(
        curve("bm25 | universal | unlimited | ideal", 0.5),
        curve("bm25 | universal | unlimited | literal", 0.5),
    )
    assert page.count('"name":"bm25: universal gate"') == 1


def test_without_any_rate_there_is_no_figure() -> None:
    assert page_of(curve("bm25 | universal | unlimited | ideal", None)) == "None"


def decided(gate: str, period: str, f1: float | None) -> dict[str, Any]:
    measures = dict.fromkeys(("precision", "recall", "fnr", "fpr"), 0.5)
    return {"trial": f"bm25 | {gate} | unlimited | ideal", "gate": gate, "period": period,
            "decided": 1200, "f1": f1, **measures}  # fmt: skip


def test_gates_stand_together_and_periods_in_the_order_of_a_life() -> None:
    periods = ["after_shift", "all", "before_shift"]
    table = pd.DataFrame([decided(gate, p, 1.0) for p in periods for gate in ("oracle", "llm")])
    found = keeping.gating(table)
    assert found is not None
    assert [(row["gate"], row["period"]) for row in found] == [
        (gate, period)
        for gate in ("llm", "oracle")
        for period in ("all", "before shift", "after shift")
    ]
    assert {row["decided"] for row in found} == {"1,200"}


def test_a_measure_that_is_not_defined_is_a_dash_and_never_a_zero() -> None:
    (row,) = keeping.gating(pd.DataFrame([decided("llm", "all", None)])) or []
    assert (row["f1"], row["precision"]) == ("–", "0.50")
    assert keeping.gating(pd.DataFrame()) is None


# --- losses ---------------------------------------------------------------------------------------

stages = st.sampled_from(list(LOST_AT))


@settings(max_examples=30)
@given(lost=st.lists(st.tuples(st.sampled_from("ab"), stages), min_size=1, max_size=20))
def test_shares_are_counts_by_hand(lost: list[tuple[str, str]]) -> None:
    table = shares(pd.DataFrame(lost, columns=["who", "lost_at"]), "who").set_index("who")
    for who in table.index:
        own = [stage for name, stage in lost if name == who]
        for stage in LOST_AT:
            assert table.loc[who, stage] == pytest.approx(own.count(stage) / len(own))
    assert set(table.index) == {name for name, _ in lost}


def probe(number: int, **more: Any) -> dict[str, Any]:
    return {"trial": "t", "kind": "cascade", "lost_at": "", "life": "ada", "asked_at": "x",
            "question": f"q{number}", "expected": "e", "answer": "a", "why": "w",
            "phase": "after", "correct": True, **more}  # fmt: skip


def test_only_judged_questions_after_the_change_count() -> None:
    table = pd.DataFrame(
        [probe(1), probe(2, phase="before"), probe(3, correct=None), probe(4, correct=False)]
    )
    assert list(judged(table)["question"]) == ["q1", "q4"]


def test_every_segment_of_every_trial_has_some_of_its_questions() -> None:
    table = pd.DataFrame(
        [probe(n, trial=t, lost_at=s) for t in "abc" for s in LOST_AT for n in range(20)]
    )
    found = listed(table)
    assert {(row["trial"], row["lost_at"]) for row in found} == {
        (t, s) for t in "abc" for s in LOST_AT
    }
    assert len(found) <= LISTED
    assert {row["kind"] for row in found} == {"cascade"}


def test_what_is_not_there_is_listed_as_nothing() -> None:
    (row,) = listed(pd.DataFrame([probe(1, answer=None)]))
    assert row["answer"] == ""


# --- words and rows -------------------------------------------------------------------------------


def test_every_stage_where_evidence_is_lost_has_words() -> None:
    assert set(LOST_AT) == {*STAGES, ""}
    assert len(set(LOST_AT.values())) == len(LOST_AT)


@given(value=st.floats(0, 1))
def test_a_number_in_print_is_within_half_a_hundredth(value: float) -> None:
    assert abs(float(number(value)) - value) <= 0.005 + 1e-12


@given(low=st.floats(0, 1), high=st.floats(0, 1))
def test_an_interval_is_two_numbers_or_nothing(low: float, high: float) -> None:
    assert interval(low, high) == f"{number(low)}–{number(high)}"
    assert interval(None, high) == interval(low, float("nan")) == ""


@pytest.mark.parametrize(
    ("trial", "expected"),
    [
        (("bm25[k1=2]", "universal", "ideal"), "memory"),
        (("bm25", "oracle", "ideal"), "control"),
        (("bm25", "universal", "always_abstain[k=20]"), "control"),
        (("none", "universal", "ideal"), "control"),
        (("oracle_facts", "universal", "ideal"), "control"),
        (("full_context", "universal", "literal"), "reference"),
        (("nonesuch", "universal", "ideal"), "memory"),
    ],
)
def test_who_knows_gold_or_abstains_is_a_control(trial: Any, expected: str) -> None:
    assert standing(*trial) == expected


def test_a_kind_nobody_named_is_still_words() -> None:
    assert kind_name("temporal_reasoning@3") == "temporal reasoning, hop 3"


def test_cells_of_a_table_on_the_page() -> None:
    """Truth values are words, counts have separators, and what is missing is a dash."""
    table = pd.DataFrame(
        [{"role": "judge", "calls": 12345, "estimated": True, "usd": None},
         {"role": "user", "calls": 0, "estimated": False, "usd": 3.0}]
    )  # fmt: skip
    assert rows(table) == [
        {"role": "judge", "calls": "12,345", "estimated": "yes", "usd": "–"},
        {"role": "user", "calls": "0", "estimated": "no", "usd": "3"},
    ]


def empty_tables() -> dict[str, pd.DataFrame]:
    kinds = {"string": "object", "bool": "object", "int64": "float64", "float64": "float64"}
    return {
        name: pd.DataFrame({c: pd.Series(dtype=kinds[t]) for c, t in columns.types.items()})
        for name, columns in TABLES.items()
    }


def test_a_run_in_which_nothing_happened_has_a_page_without_figures() -> None:
    found = all_sections(empty_tables())
    for name in ("kinds", "retrieval", "funnel", "retention", "gating"):
        assert found[name] is None
    assert (found["ranking"], found["failures"], found["unscored"]) == ([], [], 0)
    assert found["size"] == "0 lives, 0 sessions, 0 trials, 0 answers judged"


def test_a_run_whose_gates_all_choose_ranks_nobody_and_still_has_a_page() -> None:
    """Only trials that store everything are ranked by their backend; there may be none."""
    trial = "bm25 | oracle | unlimited | ideal"
    counts = {"asked": 1, "answered": 1, "scored": 1, "failed": 0, "mean": 1.0}
    row = score(trial, study="dependency", kind="all", measure="filtered", low=None, high=None)
    found = all_sections({**empty_tables(), "scores": pd.DataFrame([row | counts])})
    assert (found["ranking"], found["kinds"]) == ([], None)
    assert "no trial under the universal gate" in found["lead"]


def test_what_could_not_be_scored_is_counted_over_all_kinds_once() -> None:
    rows = [("all", "filtered", 2), ("cascade", "filtered", 2), ("all", "accuracy", 2),
            ("all", "retention_rate", 3)]  # fmt: skip
    assert _unscored(pd.DataFrame(rows, columns=["kind", "measure", "failed"])) == 5
