"""Lives on a cluster: the same bytes as here, whatever happens to workers on the way."""

from __future__ import annotations

import os
import signal
from functools import partial
from pathlib import Path

import pytest

import experiments
from experiments.folder import RunFolder
from experiments.lives import seats
from experiments.recipe import load_recipe
from experiments.running import Engine
from experiments.running.cluster import on_cluster
from experiments.running.errand import Luggage, errands, packed, put_down, run_errand
from sim.errors import Misuse, RunFailed, UnknownName

RECIPE = {
    "seed": 3,
    "studies": ["dependency", "retention"],
    "lives": {"count": 3, "months": 3, "world": "first_home"},
    "trials": [{"backends": ["bm25", "none"]}],
}
EPISODES = {
    "seed": 3,
    "studies": ["dependency"],
    "lives": {
        "count": 2,
        "episodes": {"worlds": ["first_home"], "filler_tokens": 1000, "pool": 40},
    },
    "trials": [{"backends": ["bm25"]}],
}


def contents(folder: Path) -> dict[str, bytes]:
    """Every file that may not depend on who did the work."""
    kept = ("lives", "verdicts", "tables")
    files = [file for name in kept for file in sorted((folder / name).iterdir())]
    named = {str(file.relative_to(folder)): file for file in files}
    return {name: file.read_bytes() for name, file in named.items() if "timings" not in name}


def squared(number: int) -> int:
    return number * number


def killed_once(number: int, *, mark: str) -> int:
    """Kills the worker that takes up number 2 for the first time."""
    if number == 2 and not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def killed(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_a_cluster_of_two_leaves_what_this_process_leaves(tmp_path: Path) -> None:
    experiments.run(RECIPE, tmp_path / "here", workers=1)
    experiments.run(RECIPE, tmp_path / "there", engine=Engine("cluster", workers=2))
    assert contents(tmp_path / "there") == contents(tmp_path / "here")


def test_threads_leave_the_same_too(tmp_path: Path) -> None:
    experiments.run(RECIPE, tmp_path / "here", workers=1)
    experiments.run(RECIPE, tmp_path / "threads", engine=Engine("threads", workers=2))
    assert contents(tmp_path / "threads") == contents(tmp_path / "here")


def test_a_worker_that_is_killed_on_the_way_costs_nothing(tmp_path: Path) -> None:
    unit = partial(killed_once, mark=str(tmp_path / "mark"))
    found = sorted(on_cluster(unit, range(6), None, 2))
    assert found == [number * number for number in range(6)]
    assert (tmp_path / "mark").exists()


def test_a_scheduler_that_is_there_is_used_and_left_alone() -> None:
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    ) as there:
        for _ in range(2):
            assert sorted(on_cluster(squared, range(9), there.scheduler_address, 1)) == [
                number * number for number in range(9)
            ]
        assert len(there.scheduler_info["workers"]) == 1


def test_nobody_at_the_address_is_said_before_anything_is_run(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("experiments.running.cluster.PATIENCE", 0.2)
    engine = Engine("cluster", scheduler="tcp://127.0.0.1:9")
    with pytest.raises(Misuse, match=r"no scheduler with workers answers at tcp://127\.0\.0\.1:9"):
        experiments.run(RECIPE, tmp_path / "run", engine=engine)
    assert not list((tmp_path / "run" / "lives").iterdir())


def test_a_life_that_kills_whoever_takes_it_up_ends_the_run_and_says_so() -> None:
    with pytest.raises(RunFailed, match="killed every worker"):
        list(on_cluster(killed, [1], None, 1))


def test_an_errand_brings_the_files_that_a_run_would_have_written(tmp_path: Path) -> None:
    """Also where the coordinator has sifted filler, which travels."""
    for recipe in (RECIPE, EPISODES):
        name = str(len(recipe["lives"]))
        here = experiments.run(recipe, tmp_path / name, workers=1)
        unit = errands(here.recipe, here.folder)
        there = RunFolder(tmp_path / f"{name}-there")
        there.prepare()
        for seat in seats(here.recipe):
            assert put_down(unit(seat), there).life == seat.life
        for part in ("lives", "verdicts"):
            for file in (here.path / part).iterdir():
                assert (there.path / part / file.name).read_bytes() == file.read_bytes()


def test_filler_travels_with_an_errand(tmp_path: Path) -> None:
    run = experiments.run(EPISODES, tmp_path, workers=1)
    assert [name for name, _ in packed(run.recipe, run.path).beside] == ["filler.json"]


def test_a_worker_with_other_files_refuses() -> None:
    recipe = load_recipe(RECIPE)
    luggage = Luggage(recipe.model_dump_json(), "another")
    with pytest.raises(Misuse, match="install the same"):
        run_errand(next(seats(recipe)), luggage=luggage)


def test_engines_are_checked_before_the_run() -> None:
    with pytest.raises(UnknownName, match="cluster"):
        Engine("clutser")  # type: ignore[arg-type]
    with pytest.raises(Misuse, match="'processes'"):
        Engine("processes", scheduler="tcp://host:8786")
    for kind in ("processes", "cluster"):
        with pytest.raises(Misuse, match="models cannot play"):
            Engine(kind).check(modelled=True)  # type: ignore[arg-type]
    Engine("threads").check(modelled=True)
    Engine("cluster").check(modelled=False)
