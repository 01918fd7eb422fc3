"""People for lives: drawn or taken from a file, by the script or by models; made once a run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fake_endpoint import FakeEndpoint

import experiments
import personas
from experiments import people
from experiments.dialogues import Dialogues
from experiments.dialogues.likeness import diversity
from experiments.dialogues.making import make
from experiments.estimating import estimate
from experiments.lives import cast_of_lives, seats
from experiments.recipe import load_recipe
from sim.cast.models.retrying import Retries
from sim.errors import BadData, JournalMismatch, LimitReached, Misuse, UnknownName

ROW = {
    "uuid": "u1",
    "persona": "Ann Lee-Marsh, a baker, grows beans.",
    "age": 40,
    "country": "Fiji",
}
SMALL: dict[str, Any] = {
    "name": "small",
    "seed": 4,
    "studies": ["retention"],
    "lives": {"personas": {"sample": 3}, "months": 1},
    "trials": {"backend": "none"},
}


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    quick = Retries(first=0.001, longest=0.002)
    monkeypatch.setattr("sim.cast.models.company.Retries", lambda: quick)


@pytest.fixture(scope="module")
def server() -> Any:
    with FakeEndpoint() as fake:
        yield fake


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "them.jsonl"
    rows = [ROW, {**ROW, "uuid": "u2", "age": 50}, {**ROW, "uuid": "u3", "age": 60}]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


def by(server: FakeEndpoint, **more: Any) -> dict[str, Any]:
    return SMALL | {"cast": {"profile_assigner": server.spec}} | more


# --- scripted


def test_a_file_of_people_lives(file: Path) -> None:
    wish = {"nemotron": str(file), "sample": 2}
    chosen = load_recipe(SMALL | {"lives": {"personas": wish, "months": 1, "count": 3}})
    lives = [seat.life for seat in seats(chosen)]
    assert lives == ["ann_lee_marsh", "ann_lee_marsh_2", "ann_lee_marsh-2"]
    assert cast_of_lives(chosen) == list(people.taken(file, 2, seed=4).people)


def test_the_file_is_found_from_where_the_recipe_stands(file: Path) -> None:
    recipe = file.with_name("r.yaml")
    recipe.write_text(
        "studies: retention\nlives: {personas: {nemotron: them.jsonl}, months: 1}\n"
        "trials: {backend: none}\n",
        encoding="utf-8",
    )
    assert len(cast_of_lives(load_recipe(recipe))) == 3


def test_another_file_is_another_run(file: Path, tmp_path: Path) -> None:
    recipe = SMALL | {"lives": {"personas": {"nemotron": str(file)}, "months": 1}}
    experiments.run(recipe, tmp_path / "run", workers=1)
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('"age": 50', '"age": 51'), encoding="utf-8")
    with pytest.raises(JournalMismatch, match="persona 2, ann_lee_marsh_2"):
        experiments.run(recipe, tmp_path / "run", workers=1)


def test_a_missing_file_is_refused_before_anything_runs(tmp_path: Path) -> None:
    recipe = SMALL | {"lives": {"personas": {"nemotron": "gone.jsonl"}, "months": 1}}
    with pytest.raises(BadData, match=r"gone\.jsonl"):
        experiments.run(recipe, tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_scripted_recipe_keeps_its_wish(tmp_path: Path) -> None:
    chosen = load_recipe(SMALL)
    assert people.settled(chosen, tmp_path) is chosen
    assert list(tmp_path.iterdir()) == []


def test_who_is_written_is_read_back(tmp_path: Path) -> None:
    drawn = people.drawn(4, seed=2)
    files = people.write(drawn, tmp_path / "deep")
    assert [personas.load(files[person.id]) for person in drawn] == drawn


@pytest.mark.parametrize(
    ("written", "error", "why"),
    [
        ("judge=scripted", UnknownName, "no role in making people is called 'judge'"),
        ("plausibilty=scripted", UnknownName, "did you mean 'plausibility'"),
        ("plausibility", Misuse, "names nobody: write it as profile_assigner=scripted"),
        ("plausibility=parrot", Misuse, "parrot"),
    ],
)
def test_a_cast_that_cannot_make_people_is_refused(
    written: str, error: type[Misuse], why: str
) -> None:
    with pytest.raises(error, match=why):
        people.drawn(1, 1, [written])


# --- by models


def test_a_model_assigns_profiles_and_two_check_them(server: FakeEndpoint) -> None:
    before = len(server.requests)
    checkers = [f"plausibility={server.spec}"] * 2
    drawn = people.drawn(3, 7, [f"profile_assigner={server.spec}", *checkers])
    assert len(server.requests) - before >= 3 * 3
    assert personas.diversity(drawn).identical == 0
    scripted = people.drawn(3, 7)
    assert [p.background for p in drawn] == [p.background for p in scripted]
    assert [p.profile for p in drawn] != [p.profile for p in scripted]
    assert all(use.reason.startswith("It suits") for p in drawn for use in p.profile.uses)


def test_a_run_makes_its_people_once_and_keeps_them(server: FakeEndpoint, tmp_path: Path) -> None:
    run = experiments.run(by(server), tmp_path / "run", workers=1)
    files = sorted((tmp_path / "run" / "people").glob("*.yaml"))
    assert {file.stem for file in files} == set(run.lives)
    assert all(personas.check(file) == [] for file in files)
    before, written = len(server.requests), [file.read_bytes() for file in files]
    again = experiments.run(by(server), tmp_path / "run", workers=1)
    assert len(server.requests) == before
    assert [file.read_bytes() for file in files] == written
    assert again.tables["sessions"].equals(run.tables["sessions"])


def test_a_run_over_dialogues_has_the_people_who_held_them(
    server: FakeEndpoint, tmp_path: Path
) -> None:
    made = make(load_recipe(by(server)), tmp_path / "talk", workers=1)
    before = len(server.requests)
    run = experiments.run(by(server, dialogues=str(made.path)), tmp_path / "run", workers=1)
    assert len(server.requests) == before
    assert sorted(run.lives) == made.lives
    assert not (tmp_path / "run" / "people").exists()


def test_a_limit_stops_the_making_and_the_same_command_goes_on(
    server: FakeEndpoint, tmp_path: Path
) -> None:
    with pytest.raises(LimitReached):
        experiments.run(by(server, limits={"calls": 1}), tmp_path / "run", workers=1)
    run = experiments.run(by(server), tmp_path / "run", workers=1)
    assert len(run.lives) == 3


# --- how alike they are


def test_the_likeness_of_dialogues_is_that_of_the_profiles_lived(tmp_path: Path) -> None:
    lives = {"personas": {"sample": 3}, "months": 3, "count": 4}  # one of them lives twice
    chosen = load_recipe(SMALL | {"lives": lives})
    found = diversity(make(chosen, tmp_path / "talk", workers=1))
    assert found == personas.diversity(sorted(cast_of_lives(chosen), key=lambda p: p.name))
    assert "3 pairs are identical" in str(found)


def test_one_person_alone_resembles_nobody(tmp_path: Path) -> None:
    chosen = load_recipe(SMALL | {"lives": {"personas": ["odalys_brandt"], "months": 1}})
    made = make(chosen, tmp_path / "talk", workers=1)
    assert diversity(Dialogues.open(made.path)).pairs == ()


def test_an_estimate_counts_the_making_of_all_people_once(server: FakeEndpoint) -> None:
    before = len(server.requests)
    cast = {"profile_assigner": server.spec, "plausibility": [server.spec, server.spec]}
    lives = {"personas": {"sample": 9}, "months": 1}
    expected = {
        one.role: one for one in estimate(load_recipe(SMALL | {"cast": cast, "lives": lives}))
    }
    assert len(server.requests) == before
    assert sorted(expected) == ["plausibility", "profile_assigner"]
    assert expected["profile_assigner"].calls >= 9
    assert expected["plausibility"].calls == 2 * expected["profile_assigner"].calls
    named = SMALL | {"cast": cast, "lives": {"personas": ["odalys_brandt"], "months": 1}}
    assert estimate(load_recipe(named)) == []
