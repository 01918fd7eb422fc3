"""Two runs beside one another: paired where the lives are the same, and honest where not."""

from __future__ import annotations

from pathlib import Path

import pytest

import experiments
from experiments import report
from experiments.report.versus import matched, sections
from experiments.running import Run
from experiments.tables.between import Leading, between

BASE = {
    "seed": 3,
    "studies": ["dependency", "retention"],
    "lives": {"count": 3, "world": "first_home", "months": 3},
}


def made(folder: Path, **more: object) -> Run:
    return experiments.run({**BASE, **more}, out=folder, workers=1)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    folder = tmp_path_factory.mktemp("versus")
    some = [{"backends": ["bm25", "recency", "full_context"], "k": 3}]
    return {
        "shallow": made(folder / "shallow", trials=some),
        "again": made(folder / "again", trials=some),
        "deep": made(folder / "deep", trials=[{"backends": ["bm25", "recency"], "k": 30}]),
        "others": made(folder / "others", trials=some, seed=4),
    }


def test_a_run_beside_itself_differs_in_nothing(runs: dict[str, Run]) -> None:
    (section,) = sections([runs["shallow"], runs["again"]])
    assert section["paired"]
    assert section["recipe"] == []
    assert len(section["rows"]) == 6, "three trials, two studies"
    for row in section["rows"]:
        assert (row["difference"], row["span"], row["p"]) == ("+0.00", "0.00–0.00", "1.000")
    assert all(one["to_right"] == one["to_wrong"] == 0 for one in section["turned"])
    assert "0 are better in again and 0 are worse" in section["lead"]


def test_differences_are_those_of_the_tables_of_scores(runs: dict[str, Run]) -> None:
    one, other = runs["shallow"], runs["others"]
    names = {name: name for name in set(one.tables["scores"]["trial"])}
    found = list(
        between(
            Leading.of(one.folder, one.recipe, names, "one"),
            Leading.of(other.folder, other.recipe, names, "other"),
        )
    )
    assert found
    for difference in found:
        for run, mean in ((one, difference.one), (other, difference.other)):
            scores = run.tables["scores"]
            measure = {"dependency": "filtered", "retention": "retention_rate"}[difference.study]
            row = scores[
                (scores["trial"] == difference.trial)
                & (scores["study"] == difference.study)
                & (scores["kind"] == "all")
                & (scores["measure"] == measure)
            ]
            assert mean == pytest.approx(row["mean"].item())
        assert difference.low <= difference.difference <= difference.high


def test_trials_that_are_called_otherwise_are_matched_by_their_backend(
    runs: dict[str, Run],
) -> None:
    both, alone = matched(runs["shallow"], runs["deep"])
    assert set(both) == {"bm25", "recency"}
    assert both["bm25"] == (
        "bm25 | universal | unlimited | ideal[k=3]",
        "bm25 | universal | unlimited | ideal[k=30]",
    )
    assert alone == ["full_context | universal | unlimited | ideal[k=3]"]


def test_answers_that_turned_are_counted_and_shown(runs: dict[str, Run]) -> None:
    (section,) = sections([runs["shallow"], runs["deep"]])
    by_trial = {one["trial"]: one for one in section["turned"]}
    bm25 = by_trial["bm25"]
    assert bm25["to_right"] > bm25["to_wrong"], "more depth, more answers"
    assert {one["how"] for one in bm25["some"]} <= {"now right", "now wrong"}
    probes = runs["deep"].tables["probes"]
    right = probes[(probes["trial"].str.startswith("bm25")) & (probes["correct"] == True)]  # noqa: E712
    assert {one["after"] for one in bm25["some"] if one["how"] == "now right"} <= set(
        right["answer"]
    )
    assert any("trials.0.k" in line for line in section["recipe"])


def test_other_lives_are_not_paired(runs: dict[str, Run]) -> None:
    (section,) = sections([runs["shallow"], runs["others"]])
    assert not section["paired"]
    assert section["turned"] is None
    assert any(line.startswith("recipe.seed: 3 there, 4 now") for line in section["recipe"])


def test_the_page_has_a_section_for_each_run_beside_the_first(
    runs: dict[str, Run], tmp_path: Path
) -> None:
    chosen = [runs["shallow"], runs["deep"], runs["others"]]
    page = report.write(chosen, tmp_path / "page.html").read_text(encoding="utf-8")
    assert "<h2>deep beside shallow</h2>" in page
    assert "<h2>others beside shallow</h2>" in page
    assert "differences are paired life by life" in page
    alone = report.write(chosen[:1], tmp_path / "alone.html").read_text(encoding="utf-8")
    assert 'id="versus"' not in alone


def test_runs_without_anything_in_common_say_so(runs: dict[str, Run], tmp_path: Path) -> None:
    other = made(tmp_path / "other", trials=[{"backends": ["none"]}], studies=["dependency"])
    (section,) = sections([runs["deep"], other])
    assert section["rows"] == []
    assert "no trial in common" in section["lead"]
    assert len(section["alone"]) == 3
