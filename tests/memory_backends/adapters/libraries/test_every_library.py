"""What is asked of every adapter to a library; run with the library where it is installed."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from importlib.util import find_spec
from typing import Any

import pytest
from fake_endpoint import FakeEndpoint

import memory_backends
from experiments.trials.spec import TrialSpec
from memory_backends import conformance
from memory_backends.adapters.library import InLibrary
from memory_backends.conformance.script import QUESTIONS, little_life
from sim.errors import MissingExtra, Misuse

NAMES = ("graphiti", "langmem", "mem0")
LATER = datetime(2030, 1, 1)


def options_of(name: str) -> Any:
    return memory_backends.resolve(name).Options


def installed(name: str) -> bool:
    return all(find_spec(module) is not None for module in options_of(name).modules)


real = [
    pytest.param(
        name,
        marks=pytest.mark.skipif(not installed(name), reason=f"the extra {name!r} is missing"),
    )
    for name in NAMES
]


@pytest.mark.parametrize("name", NAMES)
def test_without_its_extra_a_trial_is_refused_before_anything_is_run(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memory_backends.adapters.library.find_spec", lambda module: None)
    line = rf"the backend '{name}' .* pip install 'lifeworld\[{name}\]'"
    with pytest.raises(MissingExtra, match=line):
        TrialSpec(backend=name).check()
    with pytest.raises(MissingExtra, match=line):
        memory_backends.create(name, user_id="ada")


@pytest.mark.parametrize("name", NAMES)
def test_the_list_says_how_to_get_it(name: str) -> None:
    row = next(each for each in memory_backends.describe() if each.name == name)
    assert f"pip install 'lifeworld[{name}]'" in row.source
    assert row.group == "libraries"
    assert {"delete", "enumerate", "reset"} <= set(row.capabilities)
    assert TrialSpec(backend=name).calls_models


@pytest.mark.parametrize("name", real)
def test_by_itself_it_has_no_model_and_says_where_to_name_one(name: str) -> None:
    backend = memory_backends.create(name, user_id="ada", embedder="hashing")
    assert isinstance(backend, InLibrary)
    with pytest.raises(Misuse, match=r"set cast\.library"):
        backend.add(little_life("ada")[0])
    backend.close()


@pytest.mark.parametrize("name", real)
def test_it_conforms_and_leaves_the_machine_alone(name: str, make: Any, at_home: list[Any]) -> None:
    size = 4 if name == "graphiti" else 60  # four calls and more a session
    report = conformance.check(lambda user_id: make(name, user_id), size=size)
    assert report.failed == ()
    assert report.skipped == (("answer", "it cannot answer"),)
    assert at_home == []


@pytest.mark.parametrize("name", real)
def test_two_runs_ask_the_same_and_remember_the_same(
    name: str, make: Any, fake: FakeEndpoint
) -> None:
    seen = []
    for _ in range(2):
        fake.requests.clear()
        backend = make(name)
        for session in little_life("ada"):
            backend.add(session)
        found = [backend.search(ask, k=3, at=LATER) for ask in QUESTIONS]
        asked = sorted(json.dumps(each, sort_keys=True) for each in fake.requests)
        seen.append((backend.get_all(), found, asked))
    assert seen[0] == seen[1]


@pytest.mark.parametrize("name", real)
def test_searching_asks_no_model(name: str, make: Any, fake: FakeEndpoint) -> None:
    backend = make(name)
    backend.add(little_life("ada")[0])
    before = len(fake.requests)
    assert backend.search("Who moved to Keldara?", k=2, at=LATER)
    assert backend.search("  ", k=2, at=LATER) == []
    assert len(fake.requests) == before


@pytest.mark.parametrize("name", real)
def test_no_request_says_what_day_it_is_outside_the_simulation(
    name: str, make: Any, fake: FakeEndpoint
) -> None:
    backend = make(name)
    for session in little_life("ada")[:2]:
        backend.add(session)
    asked = json.dumps(fake.requests)
    days = [datetime.now(tz=UTC) + timedelta(days=by) for by in (-1, 0, 1)]
    assert not any(f"{day:%Y-%m-%d}" in asked for day in days)
    assert f"{little_life('ada')[0].started_at:%Y-%m-%d}" in asked
