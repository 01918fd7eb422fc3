"""Runs over episodes: scores at both ends, filler sifted once, worlds from files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import experiments
import worlds
from experiments.recipe import check, identify, load_recipe
from sim.errors import Misuse, UnknownName


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> experiments.Run:
    out = tmp_path_factory.mktemp("runs") / "episodes"
    recipe = {
        "name": "episodes",
        "studies": {"dependency": {"after": "end"}},
        "lives": {
            "count": 4,
            "episodes": {
                "worlds": ["first_home", "personal_life"],
                "filler_tokens": 2000,
                "pool": 64,
                "embedder": "hashing",
            },
        },
        "trials": [
            {"backends": ["oracle", "full_context", "none"]},
            {"backend": "none", "reader": "always_abstain"},
            {"backend": "full_context", "gate": "oracle"},
        ],
    }
    return experiments.run(recipe, out, workers=1)


def scores(run, trial: str, measure: str = "filtered") -> dict[str, float]:
    table = run.tables["scores"]
    own = table[(table["trial"] == trial) & (table["measure"] == measure)]
    return dict(zip(own["kind"], own["mean"], strict=True))


def test_complete_evidence_is_answered_right_and_no_memory_earns_nothing(run) -> None:
    assert set(scores(run, "oracle | universal | unlimited | ideal").values()) == {1.0}
    assert set(scores(run, "full_context | universal | unlimited | ideal").values()) == {1.0}
    assert set(scores(run, "none | universal | unlimited | ideal").values()) == {0.0}


def test_abstaining_earns_nothing_after_the_filter(run) -> None:
    trial = "none | universal | unlimited | always_abstain"
    assert set(scores(run, trial).values()) == {0.0}
    raw = scores(run, trial, "accuracy")
    assert (raw["absence"], raw["deletion"], raw["cascade"]) == (1.0, 1.0, 0.0)


def test_a_gate_that_knows_stores_the_five_sessions_alone(run) -> None:
    writes = run.tables["writes"]
    own = writes[writes["trial"] == "full_context | oracle | unlimited | ideal"]
    assert set(own.groupby("life")["stored"].sum()) == {5}
    assert set(scores(run, "full_context | oracle | unlimited | ideal").values()) == {1.0}


def test_after_questions_are_asked_at_the_end(run) -> None:
    probes, sessions = run.tables["probes"], run.tables["sessions"]
    last = sessions.groupby("life")["ended_at"].max()
    after = probes[probes["phase"] == "after"]
    assert all(after["asked_at"] > after["life"].map(last))
    assert not len(probes[probes["phase"] == "end"])


def test_what_was_sifted_lies_in_the_folder_with_its_counts(run) -> None:
    found = json.loads((run.path / "filler.json").read_text())
    rows = found["statistics"]
    assert [row["world"] for row in rows] == ["first_home", "personal_life"]
    for row in rows:
        assert row["kept"] + row["removed"] == row["sessions"] == 64
        assert row["tokens_an_episode"] >= 2000
    assert len(found["pools"]) >= 2


def test_running_again_keeps_everything(run) -> None:
    before = (run.path / "filler.json").read_bytes()
    again = experiments.run(run.recipe, run.path, workers=1)
    assert again.lives == run.lives
    assert (run.path / "filler.json").read_bytes() == before


def test_a_world_from_a_file_counts_by_its_contents(tmp_path: Path, recipe) -> None:
    path = tmp_path / "home.yaml"
    path.write_text(worlds.to_yaml(worlds.load("first_home")), encoding="utf-8")
    by_name, by_path = recipe(worlds=["first_home"]), recipe(worlds=[str(path)])
    assert identify(by_name).hash == identify(by_path).hash
    assert identify(recipe(worlds=["care_team"])).hash != identify(by_name).hash


def test_paths_are_found_beside_the_recipe(tmp_path: Path) -> None:
    text = worlds.to_yaml(worlds.load("first_home"))
    (tmp_path / "home.yaml").write_text(text, encoding="utf-8")
    recipe = tmp_path / "r.yaml"
    recipe.write_text(
        "studies: dependency\nlives: {count: 1, episodes: {worlds: [home.yaml]}}\n"
        "trials: {backend: none}\n"
    )
    check(load_recipe(recipe))
    assert load_recipe(recipe).lives.episodes.worlds == (str(tmp_path / "home.yaml"),)


def test_a_filler_nobody_knows_is_refused_before_the_run(recipe) -> None:
    with pytest.raises(UnknownName, match="did you mean 'topics'"):
        check(recipe(filler="topcis", filler_tokens=100))


def test_too_little_filler_is_said_in_a_sentence(recipe, tmp_path: Path) -> None:
    with pytest.raises(Misuse, match=r"lacks .* of 50,000 tokens: raise lives.episodes.pool"):
        experiments.run(recipe(filler_tokens=50_000), tmp_path / "run", workers=1)
