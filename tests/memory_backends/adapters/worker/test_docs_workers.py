"""The page on workers and services: what it shows works as it stands."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

import memory_backends
from experiments.recipe import Recipe, check
from memory_backends.adapters.worker import OwnWorker
from memory_backends.conformance.script import AFTERWARDS, little_life

PAGE = Path(__file__).parents[4] / "docs" / "workers_and_services.md"
GROUPS = {"services", "workers"}


def blocks(language: str) -> list[str]:
    text = PAGE.read_text(encoding="utf-8")
    found = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.DOTALL | re.M)
    return [body for named, body in found if named == language]


def test_the_script_on_the_page_works(worker: Callable[..., OwnWorker]) -> None:
    (code,) = blocks("python")
    backend = worker(code)
    for session in little_life("ada"):
        backend.add(session)
    assert len(backend.get_all()) == sum(len(each.turns) for each in little_life("ada"))
    (latest,) = backend.search("Where?", k=1, at=AFTERWARDS)
    assert latest.turns == (little_life("ada")[-1].turns[-1].id,)


def test_the_recipe_on_the_page_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (text,) = blocks("yaml")
    (tmp_path / "my_worker.py").write_text("")
    monkeypatch.chdir(tmp_path)
    given = yaml.safe_load(text)
    recipe = Recipe(studies="retention", lives={"count": 1, "months": 1}, **given)
    check(recipe)
    assert [each.name for each in recipe.trials[0].backends] == [
        "bm25",
        "memoryos",
        "worker",
        "letta",
    ]


def test_every_worker_and_service_stands_in_a_table() -> None:
    rows = re.findall(r"^\| `(\w+)` \|", PAGE.read_text(encoding="utf-8"), re.M)
    listed = {row.name for row in memory_backends.describe() if row.group in GROUPS}
    assert sorted(rows) == sorted(listed)
