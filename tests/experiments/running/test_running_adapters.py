"""Runs with memories that are libraries, through the door, where they are installed."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import fake_extractors
import pytest
from fake_endpoint import FakeEndpoint

import experiments
import memory_backends
from sim.errors import LimitReached

SAYING = {
    "graphiti": fake_extractors.as_graphiti,
    "langmem": fake_extractors.as_langmem,
    "mem0": fake_extractors.as_mem0,
}


def lacks(name: str) -> bool:
    options: Any = memory_backends.resolve(name).Options
    return any(find_spec(module) is None for module in options.modules)


@pytest.fixture(
    params=[
        pytest.param(
            name, marks=pytest.mark.skipif(lacks(name), reason=f"the extra {name!r} is missing")
        )
        for name in SAYING
    ]
)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def recipe(name: str, fake: FakeEndpoint, **more: Any) -> dict[str, Any]:
    return {
        "seed": 3,
        "studies": ["dependency"],
        "lives": {"count": 1, "months": 3, "world": "first_home", "storyline": {"changes": 1}},
        "trials": [{"backends": [f"{name}[embedder=hashing]"], "k": 4}],
        "cast": {"library": fake.spec},
        **more,
    }


def lives(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (folder / "lives").iterdir()}


def test_what_it_asks_is_booked_and_a_replay_asks_nothing(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with FakeEndpoint(say=SAYING[name]) as fake:
        run = experiments.run(recipe(name, fake), folder)
        costs, asked = run.tables["costs"], len(fake.requests)
        first = lives(folder)
        for path in (folder / "lives").iterdir():
            path.unlink()
        experiments.run(recipe(name, fake), folder, cache="replay")
        assert len(fake.requests) == asked
    assert lives(folder) == first
    assert not len(run.tables["failures"])
    (line,) = costs[costs["role"] == name].itertuples()
    sessions = len(run.tables["sessions"])
    assert (line.phase, line.player) == ("ingest", fake.spec)
    assert line.calls >= sessions
    assert (run.tables["writes"]["entries"] > 0).any()


def test_a_limit_ends_the_run_whatever_the_library_makes_of_it(name: str, tmp_path: Path) -> None:
    with FakeEndpoint(say=SAYING[name]) as fake, pytest.raises(LimitReached):
        experiments.run(recipe(name, fake, limits={"calls": 2}), tmp_path)
    assert len(fake.requests) == 2
