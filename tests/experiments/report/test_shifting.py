"""The section on shifts: who is shown, how recovery and the gap are told, what gating costs."""

from __future__ import annotations

import pandas as pd
import pytest

from experiments.report.deciders import deciders
from experiments.report.shifting import shifting

EMPTY_COSTS = pd.DataFrame(columns=["trial", "role", "phase", "calls", "tokens_read"])


def shift_row(gate: str, group: str, offset: int, accuracy: float = 0.5) -> dict[str, object]:
    recovery = {"sessions": 2.5, "sessions_low": 1.0, "sessions_high": 4.0} if not offset else {}
    return {
        "trial": f"bm25 | {gate} | 200 | ideal", "gate": gate, "group": group, "offset": offset,
        "decided": 4, "right": 3, "accuracy": accuracy, "low": 0.1, "high": 0.9,
        "sessions": None, "sessions_low": None, "sessions_high": None, **recovery,
    }  # fmt: skip


def gap_row(gate: str, period: str = "all", share: float | None = 0.25) -> dict[str, object]:
    return {
        "trial": f"bm25 | {gate} | 200 | ideal", "gate": gate, "backend": "bm25", "budget": "200",
        "period": period, "rate": 0.4, "universal": 0.3, "oracle": 0.7, "share": share,
        "low": None if share is None else 0.1, "high": None if share is None else 0.4,
    }  # fmt: skip


@pytest.fixture
def tables() -> dict[str, pd.DataFrame]:
    gates = ("greedy", "oracle")
    offsets = (-1, 0, 1)
    return {
        "shift": pd.DataFrame(
            [shift_row(g, group, o) for g in gates for group in ("demoted", "new") for o in offsets]
        ),
        "gap": pd.DataFrame(
            [gap_row("greedy"), gap_row("greedy", "after_shift"), gap_row("oracle")]
        ),
        "costs": pd.DataFrame(
            [
                {
                    "trial": "bm25 | greedy | 200 | ideal",
                    "role": role,
                    "phase": phase,
                    "calls": 10,
                    "tokens_read": 1000,
                }
                for role, phase in (
                    ("gate", "gate"),
                    ("summariser", "gate"),
                    ("answerer", "answer"),
                )
            ]
        ),
    }


def test_without_a_shift_there_is_no_section(tables: dict[str, pd.DataFrame]) -> None:
    assert shifting({**tables, "shift": tables["shift"].iloc[:0]}) is None


def test_there_is_a_figure_a_group_without_the_controls(tables: dict[str, pd.DataFrame]) -> None:
    found = shifting(tables)
    assert found is not None
    assert len(found["figures"]) == 2
    for piece in found["figures"].values():
        assert "greedy" in piece
        assert "oracle" not in piece


def test_recovery_is_told_of_demoted_domains(tables: dict[str, pd.DataFrame]) -> None:
    found = shifting(tables)
    assert found is not None
    assert found["recovery"][0] == {
        "gate": "greedy", "group": "demoted", "recovered": "3 of 4", "sessions": "2.5",
        "span": "1.00–4.00",
    }  # fmt: skip


def test_the_gap_is_told_over_the_whole_life_without_its_ends(
    tables: dict[str, pd.DataFrame],
) -> None:
    found = shifting(tables)
    assert found is not None
    (row,) = found["gap"]
    assert (row["gate"], row["share"], row["span"]) == ("greedy", "0.25", "0.10–0.40")


def test_a_gap_that_is_not_there_is_a_dash(tables: dict[str, pd.DataFrame]) -> None:
    found = shifting({**tables, "gap": pd.DataFrame([gap_row("greedy", share=None)])})
    assert found is not None
    assert found["gap"][0]["share"] == "–"


def test_the_cost_of_a_gate_adds_up_its_roles(tables: dict[str, pd.DataFrame]) -> None:
    found = shifting(tables)
    assert found is not None
    assert found["cost"] == [{"gate": "greedy", "calls": "20", "tokens": "2,000"}]


def test_new_domains_recover_too(tables: dict[str, pd.DataFrame]) -> None:
    found = shifting(tables)
    assert found is not None
    assert [(row["gate"], row["group"]) for row in found["recovery"]] == [
        ("greedy", "demoted"), ("oracle", "demoted"), ("greedy", "new"), ("oracle", "new"),
    ]  # fmt: skip


def decisions(gate: str, before: int, after: int, recovered: int = 3) -> list[dict[str, object]]:
    """Ten sessions before the shift, three after it, each in ten lives."""
    rows = [shift_row(gate, "demoted", -n) | {"decided": 10, "right": before} for n in range(1, 11)]
    rows += [shift_row(gate, "demoted", n) | {"decided": 10, "right": after} for n in range(1, 4)]
    return [*rows, shift_row(gate, "demoted", 0) | {"decided": 10, "right": recovered}]


def test_the_gate_that_collapses_is_named_with_how_long_and_what_it_costs() -> None:
    shift = pd.DataFrame([*decisions("greedy", 8, 7), *decisions("structure", 9, 3)])
    gap = pd.DataFrame(
        [
            gap_row("structure", "after_shift") | {"rate": 0.41},
            gap_row("greedy", "after_shift") | {"rate": 0.52},
        ]
    )
    told = shifting({"shift": shift, "gap": gap, "costs": EMPTY_COSTS})["told"]
    assert told == (
        "structure falls furthest after the shift: about domains no longer worth remembering "
        "it decides 0.30 of the first 3 sessions rightly, after 0.90 of the last 10 before it; "
        "it recovers in 3 of 10 lives, after 2.5 such sessions; with at most 200 entries bm25 "
        "keeps 0.41 of what is needed then, behind greedy 0.52."
    )


def test_a_gate_that_never_recovers_is_said_to_and_a_small_fall_is_no_collapse() -> None:
    gap = pd.DataFrame([gap_row("greedy")])
    shift = pd.DataFrame(decisions("greedy", 9, 3, recovered=0))
    told = shifting({"shift": shift, "gap": gap, "costs": EMPTY_COSTS})["told"]
    assert told.endswith("it does not recover in any life.")
    calm = pd.DataFrame(decisions("greedy", 9, 9))
    told = shifting({"shift": calm, "gap": gap, "costs": EMPTY_COSTS})["told"]
    assert told == "No gate collapses after the shift."


def test_trials_of_a_gate_that_decide_unlike_are_told_apart() -> None:
    one = shift_row("greedy", "demoted", 1)
    other = one | {"trial": "dense | greedy | unlimited | ideal", "right": 1}
    third = one | {"trial": "recency | greedy | 200 | ideal"}
    found = deciders(pd.DataFrame([one, other, third]), ["group", "offset"], ["decided", "right"])
    assert sorted(found["who"]) == ["greedy (bm25, at most 200)", "greedy (dense)"]
    alike = deciders(pd.DataFrame([one, third]), ["group", "offset"], ["decided", "right"])
    assert list(alike["who"]) == ["greedy"]
