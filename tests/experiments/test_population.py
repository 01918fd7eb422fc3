"""A recipe as a Mesa population: snapshots from records, and the same figures as the table's."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import experiments
from experiments.lives import seats
from experiments.population import FIGURES, figure, places, snapshots
from experiments.recipe import load_recipe
from sim.errors import UnknownName

SMALL: dict[str, Any] = {
    "name": "small",
    "studies": ["retention"],
    "lives": {"count": 2, "months": 3, "world": "first_home"},
    "trials": [{"backends": ["recency", "none"], "budget": 30}],
}
TRIALS = ["a", "b"]


def session(policy: str = "") -> dict[str, Any]:
    return {"record": "session", "policy": policy}


def write(trial: str, stored: bool | None, entries: int | None) -> dict[str, Any]:
    return {"record": "write", "trial": trial, "stored": stored, "entries": entries}


def checkpoint(policy: str = "") -> dict[str, Any]:
    return {"record": "moment", "what": "checkpoint", "policy": policy}


def named(**counts: tuple[int, int, int]) -> dict[str, int]:
    return {
        figure(what, trial): value
        for trial, values in counts.items()
        for what, value in zip(FIGURES, values, strict=True)
    }


def test_a_snapshot_sums_up_what_was_before_the_checkpoint() -> None:
    records = [
        session(), write("a", True, 3), write("b", False, 0), checkpoint(),
        session(), write("a", True, 5), write("b", None, None), checkpoint(),
    ]  # fmt: skip
    assert list(snapshots(records, TRIALS)) == [
        named(a=(1, 1, 3), b=(1, 0, 0)),
        named(a=(2, 2, 5), b=(2, 0, 0)),
    ]


def test_snapshots_come_as_records_arise() -> None:
    def endless() -> Any:
        while True:
            yield from (session(), checkpoint())

    found = snapshots(endless(), ["a"])
    assert [next(found)[figure("sessions", "a")] for _ in range(3)] == [1, 2, 3]


def test_on_policy_the_trials_lives_are_put_together() -> None:
    records = [
        session("a"), write("a", True, 3), checkpoint("a"),
        session("b"), session("b"), write("b", True, 1), checkpoint("b"),
    ]  # fmt: skip
    assert list(snapshots(records, TRIALS)) == [named(a=(1, 1, 3), b=(2, 1, 1))]


def test_places_are_the_seats_of_the_recipe() -> None:
    recipe = load_recipe(SMALL)
    found = places(recipe)
    assert [place.seat for place in found] == list(seats(recipe))
    assert {len(place.checkpoints) for place in found} == {3}


def collected(model: Any) -> dict[tuple[str, int], dict[str, Any]]:
    frame = model.datacollector.get_agent_vars_dataframe().reset_index()
    return {(row["life"], row["Step"]): row for row in frame.to_dict("records") if row["Step"]}


def test_a_population_collects_what_the_table_of_a_run_has(tmp_path: Any) -> None:
    run = experiments.run(SMALL, out=tmp_path / "run", workers=1)
    seen = collected(experiments.RecipePopulation(SMALL).run())
    table = run.tables["population"]
    assert len(table) == 2 * 3 * 2  # lives, checkpoints, trials
    for row in table.to_dict("records"):
        own = seen[row["life"], row["checkpoint"]]
        assert [own[figure(what, row["trial"])] for what in FIGURES] == [
            row[what] for what in FIGURES
        ]


def test_workers_change_nothing() -> None:
    with ThreadPoolExecutor(2) as pool:
        ahead = collected(experiments.RecipePopulation(SMALL, executor=pool).run())
    assert ahead == collected(experiments.RecipePopulation(SMALL).run())


def test_mesa_can_run_it_in_batches() -> None:
    import mesa

    varied = {"recipe": [SMALL], "lives": [1], "seed": [1, 2], "set": ["lives.world=null"]}
    rows = mesa.batch_run(
        experiments.RecipePopulation, varied, data_collection_period=1, display_progress=False
    )
    last = [row for row in rows if row["Step"] == 3]
    assert sorted({row["seed"] for row in last}) == [1, 2]
    assert all(row[figure("sessions", "none | universal | 30 | ideal")] > 0 for row in last)


def test_a_recipe_that_cannot_be_carried_out_is_refused() -> None:
    with pytest.raises(UnknownName, match="no world is called"):
        experiments.RecipePopulation(SMALL, set="lives.world=nowhere")


def test_an_unknown_attribute_is_one() -> None:
    import experiments.population

    with pytest.raises(AttributeError, match="has no attribute 'Population'"):
        _ = experiments.population.Population
    with pytest.raises(AttributeError, match="has no attribute 'walk'"):
        _ = experiments.walk
