"""What the dependency study adds up: lost in retrieval or in answering, axes, stages of cost."""

from __future__ import annotations

from typing import Any

import pytest

from experiments.tables.scores import Scores
from experiments.tables.stages import Stages

TRIAL = "bm25 | universal | unlimited | ideal"
OTHER = "none | oracle | 5 | literal"
RIGHT = {
    "exact_recall": (4, 4),
    "aggregation": (2, 4),
    "tracking": (3, 4),
    "deletion": (1, 4),
    "cascade": (1, 4),
    "absence": (0, 4),
}
"""Right answers of all, kind by kind."""


def found(rows: list[dict[str, Any]], measure: str) -> dict[str, dict[str, Any]]:
    return {row["kind"]: row for row in rows if row["measure"] == measure}


def asked(life: Any) -> Any:
    """A life in which so many of four questions of each kind are answered right."""
    number = 0
    for kind, (right, total) in RIGHT.items():
        for place in range(total):
            number += 1
            life.pair(number, kind, True, place < right)
    return life


def test_cells_are_means_of_kinds_sides_of_cells_and_effects_differences(made, rows) -> None:
    axes = {kind: row["mean"] for kind, row in found(rows(Scores, asked(made())), "axes").items()}
    expected = {
        "single_static": 1.0,
        "multi_static": 0.5,
        "single_evolving": (0.75 + 0.25) / 2,
        "multi_evolving": (0.25 + 0.0) / 2,
    }
    assert {name: axes[name] for name in expected} == expected
    assert axes["static"] == (1.0 + 0.5) / 2
    assert axes["evolving"] == (0.5 + 0.125) / 2
    assert axes["single"] == (1.0 + 0.5) / 2
    assert axes["multi"] == (0.5 + 0.125) / 2
    assert axes["evolving - static"] == axes["evolving"] - axes["static"]
    assert axes["multi - single"] == axes["multi"] - axes["single"]
    assert axes["multi_evolving - single_static"] == 0.125 - 1.0


def test_the_axes_of_the_paper_come_out_of_its_means() -> None:
    """MEME, table 2 and figure 3: the means of six systems give its marginal figures."""
    from experiments.tables.axes import CELLS, SIDES

    means = {"exact_recall": .62, "aggregation": .23, "tracking": .35, "deletion": .17,
             "cascade": .03, "absence": .01}  # fmt: skip
    cells = {name: sum(means[k] for k in kinds) / len(kinds) for name, kinds in CELLS.items()}
    sides = {name: (cells[a] + cells[b]) / 2 for name, (a, b) in SIDES.items()}
    assert sides["static"] == pytest.approx(0.42, abs=0.01)
    assert sides["evolving"] == pytest.approx(0.14, abs=0.01)
    assert sides["single"] == pytest.approx(0.44, abs=0.01)
    assert sides["multi"] == pytest.approx(0.13, abs=0.01)
    assert cells["multi_evolving"] == pytest.approx(0.02)


def test_an_effect_has_an_interval_over_lives(made, rows) -> None:
    lives = [asked(made(name)) for name in ("ada", "bob", "cy")]
    row = found(rows(Scores, *lives), "axes")["evolving - static"]
    assert row["low"] == pytest.approx(row["mean"])  # all lives are alike
    assert row["high"] == pytest.approx(row["mean"])
    assert row["asked"] == 3 * 24


def test_without_all_kinds_there_are_no_axes(made, rows) -> None:
    ada = made()
    ada.pair(1, "cascade", True, True)
    assert not found(rows(Scores, ada), "axes")


def wrong(life: Any, name: str, reached: list[int], before: bool = True) -> None:
    """A question answered wrong whose pieces of evidence got so far; 4 is retrieved."""
    pieces = [{"id": f"e{n}", "role": "rule"} for n in range(len(reached))]
    life.probe(f"{name}-before", "cascade", "before", pair=name)
    life.answer(f"{name}-before", before)
    life.probe(name, "cascade", pair=name, hop=1, evidence=pieces)
    life.answer(name, False, reached=[(f"e{n}", "rule", far) for n, far in enumerate(reached)])


def test_failures_split_by_whether_all_evidence_was_before_the_reader(made, rows) -> None:
    ada = made()
    wrong(ada, "a", [4, 4])
    wrong(ada, "b", [4, 3])
    wrong(ada, "c", [1, 1])
    wrong(ada, "unknown before", [4, 4], before=False)
    right = {"id": "e", "role": "rule"}
    ada.probe("d", "cascade", pair="", hop=1, evidence=[right])
    ada.answer("d", True, reached=[("e", "rule", 4)])
    scores = rows(Scores, ada)
    retrieval, answering = found(scores, "retrieval_failure"), found(scores, "answering_failure")
    for kind in ("cascade", "cascade@1"):
        assert (retrieval[kind]["asked"], retrieval[kind]["mean"]) == (3, pytest.approx(2 / 3))
        assert (answering[kind]["asked"], answering[kind]["mean"]) == (3, pytest.approx(1 / 3))


def test_a_question_without_evidence_is_no_failure_of_either(made, rows) -> None:
    ada = made()
    ada.pair(1, "cascade", True, False)
    assert not found(rows(Scores, ada), "retrieval_failure")


def usage(life: Any, trial: str, phase: str, read: int, *, calls: int = 1, estimated=True) -> None:
    life.add("usage", trial=trial, role="r", player="p", phase=phase, calls=calls,
             tokens_read=read, tokens_written=read // 10, estimated=estimated)  # fmt: skip


def test_stages_are_means_over_lives(made, rows) -> None:
    ada, bob = made("ada"), made("bob")
    usage(ada, TRIAL, "gate", 100)
    usage(ada, TRIAL, "ingest", 300)
    usage(bob, TRIAL, "answer", 50, calls=2, estimated=False)
    usage(bob, "", "dialogue", 9999)
    found = {(row["trial"], row["stage"]): row for row in rows(Stages, ada, bob)}
    assert set(found) == {(t, s) for t in (TRIAL, OTHER) for s in ("ingest", "retrieve", "answer")}
    ingest, answer = found[TRIAL, "ingest"], found[TRIAL, "answer"]
    assert (ingest["calls"], ingest["tokens_read"], ingest["estimated"]) == (1, 200, True)
    assert (answer["calls"], answer["tokens_read"], answer["estimated"]) == (1, 25, False)
    assert found[OTHER, "retrieve"]["tokens_read"] == 0
    assert found[OTHER, "retrieve"]["usd"] == 0  # nobody was asked
    assert ingest["usd"] is None  # nobody knows what "p" costs


def test_no_lives_have_no_stages(rows) -> None:
    assert rows(Stages) == []
