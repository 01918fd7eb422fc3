"""The identity covers everything that can change output, and nothing that cannot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import worlds
from experiments.recipe import identify, load_recipe
from experiments.recipe.identity import differences

SMALL: dict[str, Any] = {
    "name": "small",
    "studies": ["dependency"],
    "lives": {"count": 2, "months": 3, "world": "first_home"},
    "trials": {"backend": "recency"},
}


def identity(*changes: str) -> str:
    return identify(load_recipe(SMALL, changes)).hash


def test_equal_recipes_have_one_identity_however_they_are_written() -> None:
    assert identity() == identity()
    assert identity() == identity("trials=[{backends: [recency], budgets: [null]}]")


@pytest.mark.parametrize("change", ["name=other", "about=something"])
def test_what_a_recipe_is_called_does_not_count(change: str) -> None:
    assert identity(change) == identity()


@pytest.mark.parametrize(
    "change",
    ["seed=8", "lives.count=3", "lives.months=4", "lives.engine=langgraph", "trials.k=5",
     "trials.budget=9", "studies=[retention]", "lives.start=2032-01-01", "policy=on",
     "lives.personas=[ludo_vantongeren]", "lives.world=null"],
)  # fmt: skip
def test_what_can_change_output_counts(change: str) -> None:
    assert identity(change) != identity()


def test_a_world_counts_by_its_contents_wherever_it_lies(tmp_path: Path) -> None:
    text = worlds.to_yaml(worlds.load("first_home"))
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "first_home.yaml").write_text(text, encoding="utf-8")
    one, other = (f"lives.world={tmp_path / folder / 'first_home.yaml'}" for folder in "ab")
    assert identity(one) == identity(other)
    changed = tmp_path / "b" / "first_home.yaml"
    changed.write_text(text.replace("description: ", "description: Another. ", 1), encoding="utf-8")
    assert identity(one) != identity(other)


def test_code_from_outside_counts_by_its_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    source = tmp_path / "mine_of_identity.py"
    source.write_text("class Mine: ...\n", encoding="utf-8")
    change = "trials.backend='mine_of_identity:Mine'"
    before = identity(change)
    assert before == identity(change)
    source.write_text("class Mine:\n    x = 1\n", encoding="utf-8")
    assert identity(change) != before


def test_differences_name_the_places() -> None:
    old, new = (identify(load_recipe(SMALL, each)).parts for each in ([], ["seed=9", "trials.k=3"]))
    assert differences(old, old) == []
    assert differences(old, new) == [
        "recipe.seed: 7 there, 9 now",
        "recipe.trials.0.k.0: 10 there, 3 now",
    ]


def test_a_difference_may_be_that_something_is_missing() -> None:
    assert differences({"a": {"b": 1}}, {"a": {"c": 2}}) == [
        "a.b: 1 there, (none) now",
        "a.c: (none) there, 2 now",
    ]
