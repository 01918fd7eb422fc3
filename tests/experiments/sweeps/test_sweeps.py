"""A sweep is a product of values, a run a cell, and one table in which all can be compared."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import experiments
from experiments.cli.main import app
from experiments.recipe import check, load_recipe, names
from experiments.sweeps import cells, is_swept
from sim.errors import Misuse, UnknownName

GIVEN = {
    "name": "swept",
    "studies": ["dependency"],
    "lives": {"count": 2, "episodes": {"worlds": ["first_home"]}},
    "trials": {"backends": ["oracle", "none"]},
}


def recipe(**given):
    return load_recipe({**GIVEN, **given})


def test_a_plain_recipe_is_no_sweep() -> None:
    assert not is_swept(recipe())
    assert [cell.name for cell in cells(recipe())] == [""]


def test_every_combination_is_a_cell_the_last_key_changing_fastest() -> None:
    vary = {"lives.storyline.explicitness": [0, 1], "seed": [7, 8]}
    found = cells(recipe(vary=vary))
    assert [cell.name for cell in found] == [
        "explicitness=0,seed=7", "explicitness=0,seed=8",
        "explicitness=1,seed=7", "explicitness=1,seed=8",
    ]  # fmt: skip
    assert [cell.recipe.seed for cell in found] == [7, 8, 7, 8]
    assert found[2].recipe.lives.storyline == {"explicitness": 1}
    assert not any(is_swept(cell.recipe) for cell in found)


def test_places_that_end_alike_are_named_in_full() -> None:
    found = cells(recipe(vary={"trials.0.k": [5, 10], "lives.count": [1], "trials.0.budget": [3]}))
    assert found[0].values == {"k": 5, "count": 1, "budget": 3}
    grids = [{"backend": "none"}, {"backend": "oracle"}]
    (both,) = cells(recipe(trials=grids, vary={"trials.0.k": [1], "trials.1.k": [2]}))
    assert list(both.values) == ["trials.0.k", "trials.1.k"]


def test_one_value_needs_no_list_and_names_fit_a_folder() -> None:
    (cell,) = cells(recipe(vary={"trials.0.backends": [["bm25[k1=1.2]", "none"]]}))
    assert "/" not in cell.name
    assert "[" not in cell.name
    assert len(cells(recipe(vary={"seed": 3}))) == 1


def test_repeats_are_cells_of_the_same_recipe() -> None:
    found = cells(recipe(repeats=3))
    assert [cell.name for cell in found] == ["repeat=1", "repeat=2", "repeat=3"]
    assert found[0].recipe == found[2].recipe


def test_a_value_that_cannot_stand_there_is_refused_before_anything_runs(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="did you mean 'storyline'"):
        cells(recipe(vary={"lives.storylin.depth": [1]}))
    with pytest.raises(Misuse):
        experiments.sweep(recipe(vary={"lives.storyline.depth": [1, 9]}), tmp_path / "x")
    assert not (tmp_path / "x").exists()


def test_run_refuses_a_sweep_and_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(Misuse, match=r"experiments.sweep\(recipe, out\)"):
        experiments.run(recipe(repeats=2), tmp_path)


@pytest.fixture(scope="module")
def swept(tmp_path_factory) -> experiments.Sweep:
    chosen = recipe(vary={"lives.storyline.explicitness": [0, 3]}, repeats=2)
    return experiments.sweep(chosen, tmp_path_factory.mktemp("runs") / "sweep", workers=1)


def test_each_cell_is_a_run(swept) -> None:
    assert list(swept.runs) == [f"explicitness={e},repeat={n}" for e in (0, 3) for n in (1, 2)]
    assert all(run.lives == ["first_home-0001", "first_home-0002"] for run in swept.runs.values())


def test_the_comparison_has_all_scores_beside_what_was_varied(swept) -> None:
    table = swept.comparison
    assert list(table.columns[:2]) == ["explicitness", "repeat"]
    assert len(table) == sum(len(run.tables["scores"]) for run in swept.runs.values())
    silent = table[(table["explicitness"] == 3) & (table["kind"] == "cascade")]
    assert set(silent["measure"]) <= {"before", "stale"}  # nothing follows at level 3


def test_repeats_of_scripted_runs_do_not_differ(swept) -> None:
    table = swept.repeats
    assert set(table["repeats"]) == {2}
    assert set(table["sd"]) == {0.0}
    assert (table["least"] == table["mean"]).all()
    assert "explicitness" in table.columns


def test_deviations_are_those_of_a_sample() -> None:
    import pandas as pd

    from experiments.sweeps.comparison import repeated

    score = {"trial": "t", "study": "s", "kind": "all", "measure": "m"}
    rows = [{"repeat": n, **score, "mean": value} for n, value in enumerate((0.2, 0.4, 0.6))]
    found = repeated(pd.DataFrame([*rows, {"repeat": 4, **score, "mean": None}]), ["repeat"])
    (row,) = found.to_dict("records")
    assert (row["repeats"], row["least"], row["most"]) == (3, 0.2, 0.6)
    assert row["mean"] == pytest.approx(0.4)
    assert row["sd"] == pytest.approx(0.2)  # the variance is (0.04 + 0 + 0.04) / 2


def test_a_sweep_goes_on_where_it_was(swept) -> None:
    chosen = recipe(vary={"lives.storyline.explicitness": [0, 3]}, repeats=2)
    again = experiments.sweep(chosen, swept.path, workers=1)
    assert again.comparison.equals(swept.comparison)


def test_a_folder_with_other_things_in_it_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(Misuse, match="holds no sweep"):
        experiments.sweep(recipe(repeats=2), tmp_path)


def test_without_repeats_there_is_no_deviation(tmp_path: Path) -> None:
    done = experiments.sweep(recipe(vary={"seed": [1, 2]}), tmp_path / "s", workers=1)
    with pytest.raises(Misuse, match="nothing was repeated"):
        _ = done.repeats


def test_on_the_command_line(tmp_path: Path) -> None:
    path, runner = tmp_path / "swept.yaml", CliRunner()
    path.write_text(json.dumps({**GIVEN, "vary": {"seed": [1, 2]}}))
    rows = json.loads(runner.invoke(app, ["run", str(path), "--dry", "--json"]).stdout)
    assert [row["cell"] for row in rows] == ["seed=1"] * 2 + ["seed=2"] * 2
    out = tmp_path / "out"
    done = runner.invoke(app, ["run", str(path), "--out", str(out), "--workers", "1"])
    assert done.exit_code == 0
    assert "2 runs with a report each" in done.output
    assert (out / "cells" / "seed=1" / "report.html").is_file()


@pytest.mark.parametrize("name", [n for n in names() if n.startswith("sweep_")])
def test_the_shipped_sweeps_can_be_carried_out(name: str) -> None:
    for cell in cells(load_recipe(name)):
        check(cell.recipe)
