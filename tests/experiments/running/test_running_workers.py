"""A run with memories in other processes: one that dies ends its own trial, and nothing else."""

from __future__ import annotations

import sys
from typing import Any

import pytest

import experiments

HONEST = """
from lifeworld_worker import entry, serve


class Turns:
    def open(self, user_id, folder, options):
        self.kept = {}

    def add(self, session):
        for turn in session["turns"]:
            if turn["speaker"] == "user" and turn["text"].strip():
                made = entry(turn["id"], turn["text"], session, (turn["id"],), turn["at"])
                self.kept[turn["id"]] = made

    def search(self, query, k, at):
        return [each for each in self.kept.values() if each["created_at"] <= at][-k:]

    def get_all(self):
        return list(self.kept.values())


serve(Turns())
"""
DYING = HONEST.replace(
    "    def add(self, session):\n",
    "    def add(self, session):\n        assert len(self.kept) < 20 or exit('out of memory')\n",
)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("workers")
    for name, text in (("honest", HONEST), ("dying", DYING)):
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    trials = [
        {
            "backend": {
                "name": "worker",
                "options": {"python": sys.executable, "script": str(folder / f"{name}.py")},
            }
        }
        for name in ("honest", "dying")
    ]
    recipe = {
        "name": "workers",
        "seed": 5,
        "studies": ["retention"],
        "lives": {"count": 1, "months": 2},
        "trials": [*trials, {"backend": "recency"}],
    }
    return experiments.run(recipe, out=folder / "run", workers=1)


def test_a_worker_that_dies_ends_its_own_trial_and_says_why(run: Any) -> None:
    failures = run.tables["failures"]
    own = failures[failures["trial"].str.contains("dying.py")]
    assert set(failures["trial"]) == set(own["trial"])
    (why,) = own[own["where"] == "add"]["why"]
    assert "the worker 'worker' ended at add (exit code 1); its last words: out of memory" in why
    assert "backend 'worker' failed in add for session 's" in why


def test_the_others_are_scored(run: Any) -> None:
    scores = run.tables["scores"]
    rates = scores[(scores["measure"] == "retention_rate") & (scores["kind"] == "all")]
    by_trial = dict(zip(rates["trial"], rates["mean"], strict=True))
    honest = next(mean for trial, mean in by_trial.items() if "honest.py" in trial)
    recency = next(mean for trial, mean in by_trial.items() if trial.startswith("recency"))
    assert honest == recency == 1.0
