"""Runs in which a memory's own library calls models: through the cast's second door."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fake_endpoint import FakeEndpoint

import experiments
from experiments.recipe import check, load_recipe
from sim.cast.models.retrying import Retries
from sim.errors import EndpointFailed, LimitReached, Misuse

NOTING = "fake_library:Noting"


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    quick = Retries(first=0.001, longest=0.002)
    monkeypatch.setattr("sim.cast.models.company.Retries", lambda: quick)


def recipe(fake: FakeEndpoint | None, **more: Any) -> dict[str, Any]:
    cast = {} if fake is None else {"cast": {"library": fake.spec}}
    return {
        "seed": 3,
        "studies": ["dependency"],
        "lives": {"count": 2, "months": 3, "world": "first_home", "storyline": {"changes": 1}},
        "trials": [{"backends": [NOTING, "recency"], "k": 4}],
        **cast,
        **more,
    }


def test_what_a_library_asks_stands_in_the_table_of_costs(tmp_path: Path) -> None:
    with FakeEndpoint() as fake:
        run = experiments.run(recipe(fake), tmp_path)
        asked = len(fake.requests)
    costs = run.tables["costs"]
    by_library = costs[costs["role"] == NOTING]
    assert set(by_library["phase"]) == {"ingest", "retrieve"}
    assert set(by_library["trial"]) == {"fake_library:Noting | universal | unlimited | ideal[k=4]"}
    assert set(by_library["player"]) == {fake.spec}
    writes, probes = run.tables["writes"], run.tables["probes"]
    added = int((writes["trial"] == by_library["trial"].iloc[0]).sum())
    sought = int((probes["trial"] == by_library["trial"].iloc[0]).sum())
    assert int(by_library["calls"].sum()) == added + sought
    assert asked <= added + sought  # equal requests share a reply
    assert not len(run.tables["failures"])
    scripted = costs[(costs["role"] != NOTING) & (costs["calls"] > 0)]
    assert set(scripted["player"]) == {"scripted"}


def test_a_second_run_asks_nothing_and_has_the_same_bytes(tmp_path: Path) -> None:
    with FakeEndpoint() as fake:
        experiments.run(recipe(fake), tmp_path / "run")
        before = len(fake.requests)
        first = {p.name: p.read_bytes() for p in (tmp_path / "run" / "lives").iterdir()}
        for path in (tmp_path / "run" / "lives").iterdir():
            path.unlink()
        experiments.run(recipe(fake), tmp_path / "run", cache="replay")
        assert len(fake.requests) == before
    assert {p.name: p.read_bytes() for p in (tmp_path / "run" / "lives").iterdir()} == first


def test_without_a_model_for_it_a_run_is_refused_before_it_starts() -> None:
    with pytest.raises(Misuse, match=r"set cast\.library"):
        check(load_recipe(recipe(None)))
    with FakeEndpoint() as fake:
        check(load_recipe(recipe(fake)))
        check(load_recipe(recipe(None, cast={"default": fake.spec})))


def test_libraries_bring_their_own_parameters() -> None:
    with FakeEndpoint() as fake, pytest.raises(Misuse, match="takes no parameters"):
        check(load_recipe(recipe(None, cast={"library": {fake.spec: {"temperature": 0.5}}})))


def test_a_limit_that_a_library_reaches_ends_the_run_and_no_trial(tmp_path: Path) -> None:
    with FakeEndpoint() as fake:
        with pytest.raises(LimitReached):
            experiments.run(recipe(fake, limits={"calls": 3}), tmp_path)
        assert len(fake.requests) == 3
        run = experiments.run(recipe(fake, limits={"calls": 1000}), tmp_path)
    assert not len(run.tables["failures"])


def test_an_endpoint_that_gives_a_library_nothing_ends_the_run_in_one_sentence(
    tmp_path: Path,
) -> None:
    with FakeEndpoint(share=1.0, kinds=("empty",), in_a_row=10**6) as fake:
        with pytest.raises(EndpointFailed, match="gives no reply"):
            experiments.run(recipe(fake), tmp_path)
        fake.share = 0.0
        run = experiments.run(recipe(fake), tmp_path)
    assert not len(run.tables["failures"])
