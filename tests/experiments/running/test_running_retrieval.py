"""Memories that retrieve with a model: their roles are played, booked where they were asked for."""

from __future__ import annotations

from typing import Any

import pytest
from fake_endpoint import FakeEndpoint

import experiments

ROLES = ("critic", "query_writer", "summariser", "synthesiser")
BACKENDS = ["query_rewriting", "raptor", "self_rag", "synthesis"]
RECIPE: dict[str, Any] = {
    "name": "retrieving",
    "seed": 12,
    "studies": ["dependency"],
    "lives": {
        "count": 1,
        "months": 3,
        "checkpoint_every": 3,
        "world": "first_home",
        "storyline": {"introductions": 3, "reveals": 8, "changes": 1, "follow_ups": [0, 0]},
        "skeleton": {
            "projects": {"high": 1, "mid": 1, "low": 1},
            "events": {"high": [1, 1], "mid": [1, 1], "low": [1, 1]},
            "spacing_days": {"high": 60, "mid": 80, "low": 90},
        },
    },
    "trials": [{"backends": [f"{name}[embedder=hashing]" for name in BACKENDS], "k": 5}],
}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with FakeEndpoint() as fake:
        cast = {"default": "scripted", **dict.fromkeys(ROLES, fake.spec)}
        yield experiments.run(RECIPE | {"cast": cast}, tmp_path_factory.mktemp("retrieving") / "r")


def test_each_role_is_played_by_the_model_in_its_phase(run: experiments.Run) -> None:
    costs = run.tables["costs"]
    played = costs[costs["role"].isin(ROLES)]
    phases = {(row.trial.partition("[")[0], row.role, row.phase) for row in played.itertuples()}
    assert phases == {
        ("query_rewriting", "query_writer", "retrieve"),
        ("raptor", "summariser", "ingest"),
        ("self_rag", "critic", "answer"),
        ("synthesis", "synthesiser", "answer"),
    }
    assert not played["player"].str.startswith("scripted").any()


def test_every_question_is_answered_and_scored(run: experiments.Run) -> None:
    assert len(run.tables["failures"]) == 0
    probes = run.tables["probes"]
    ours = probes[probes["trial"].str.startswith(tuple(BACKENDS))]
    assert set(ours["trial"].str.partition("[")[0]) == set(BACKENDS)
    assert ours["score"].notna().all()


def test_those_that_answer_themselves_book_their_answers_too(run: experiments.Run) -> None:
    costs = run.tables["costs"]
    answers = costs[(costs["role"] == "answerer") & costs["trial"].str.startswith(tuple(BACKENDS))]
    assert set(answers["trial"].str.partition("[")[0]) == set(BACKENDS)
    assert (answers["calls"] > 0).all()
