"""The first screen: who is compared, in which order, and what may be said about it."""

from __future__ import annotations

import pandas as pd
import pytest

from experiments.report.ranking import (
    Measured,
    Ranked,
    lead,
    main_reader,
    main_trials,
    ranking,
)
from experiments.running import Run


def trial(backend: str, gate: str = "universal", budget: str = "unlimited", reader: str = "ideal"):
    name = f"{backend} | {gate} | {budget} | {reader}"
    return {"trial": name, "gate": gate, "backend": backend, "budget": budget, "reader": reader}


def ranked(label: str, mean: float, low: float, high: float, standing: str = "memory") -> Ranked:
    measured = Measured(mean, low, high, "10 of 10 scored, 0 failed")
    return Ranked(label, label, standing, "unlimited", (measured,), "12", 0)


def test_only_the_universal_gate_and_one_reader_are_compared() -> None:
    scores = pd.DataFrame(
        [trial("bm25"), trial("bm25", gate="oracle"), trial("bm25", reader="literal")]
    )
    assert list(main_trials(scores)["trial"]) == ["bm25 | universal | unlimited | ideal"]


def test_a_budget_is_named_only_where_a_backend_comes_twice() -> None:
    scores = pd.DataFrame([trial("bm25"), trial("bm25", budget="60"), trial("dense", budget="60")])
    assert list(main_trials(scores)["label"]) == ["bm25", "bm25, at most 60", "dense"]


def test_who_abstains_is_kept_beside_the_main_reader() -> None:
    scores = pd.DataFrame([trial("bm25"), trial("none", reader="always_abstain[k=20]")])
    assert list(main_trials(scores)["label"]) == ["bm25", "always abstain"]


@pytest.mark.parametrize(
    ("readers", "expected"),
    [
        (["literal", "ideal"], "ideal"),
        (["literal", "ideal[k=20]"], "ideal[k=20]"),
        (["openai:x", "always_abstain"], "openai:x"),
        (["always_abstain"], ""),
    ],
)
def test_the_main_reader(readers: list[str], expected: str) -> None:
    assert main_reader(pd.DataFrame({"reader": readers})) == expected


def test_overlapping_intervals_are_not_told_apart() -> None:
    rows = [ranked("bm25", 0.6, 0.4, 0.8), ranked("dense", 0.5, 0.3, 0.7)]
    assert "does not separate the two" in lead(["right"], rows, 6)


def test_disjoint_intervals_are_said_to_be() -> None:
    rows = [ranked("bm25", 0.9, 0.8, 1.0), ranked("dense", 0.2, 0.1, 0.3)]
    assert lead(["right"], rows, 6).endswith("their intervals do not overlap.")


def test_controls_and_references_never_lead() -> None:
    rows = [ranked("oracle", 1.0, 1.0, 1.0, "control"), ranked("dense", 0.2, 0.1, 0.3)]
    assert lead(["right"], rows, 1).startswith("Over 1 life, dense leads")


def test_a_run_of_controls_says_so() -> None:
    assert "no memory backend with a score" in lead(["x"], [ranked("none", 0, 0, 0, "control")], 2)


def test_memories_come_first_then_references_then_controls(run: Run) -> None:
    _, rows = ranking(run.tables)
    standings = [row.standing for row in rows]
    assert standings == sorted(standings, key=["memory", "reference", "control"].index)
    assert {row.label for row in rows if row.standing == "control"} >= {"none", "oracle"}


def test_means_are_those_of_the_table(run: Run) -> None:
    scores = run.tables["scores"]
    columns, rows = ranking(run.tables)
    assert columns == ["dependent facts right", "still in store"]
    for row in rows:
        own = scores[(scores["trial"] == row.trial) & (scores["kind"] == "all")]
        filtered = own[own["measure"] == "filtered"]["mean"].iloc[0]
        assert row.measures[0] is not None
        assert row.measures[0].mean == pytest.approx(filtered)
