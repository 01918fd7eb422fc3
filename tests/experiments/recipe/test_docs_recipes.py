"""The page "Write an experiment": its recipe can be run, its tables name every knob there is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from experiments.recipe import check, load_recipe
from personas import SkeletonOptions
from sim.errors import Misuse
from worlds import StorylineOptions

PAGE = (Path(__file__).parents[3] / "docs" / "recipes.md").read_text(encoding="utf-8")
BARE = {"studies": ["dependency"], "trials": {"backend": "none"}}


def knobs(where: str) -> dict[str, Any]:
    """The keys of a table on the page with their defaults."""
    table = PAGE.partition(f"| key of `{where}` ")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| `(\w+)` \| `(.*?)` \|", table, re.M)
    return {key: yaml.safe_load(default) for key, default in rows}


@pytest.mark.parametrize(
    ("where", "options"),
    [("lives.storyline", StorylineOptions()), ("lives.skeleton", SkeletonOptions())],
)
def test_every_knob_is_named_with_its_default(where: str, options: Any) -> None:
    assert knobs(where) == options.model_dump(mode="json")


def test_what_stands_in_the_tables_can_be_written_in_a_recipe() -> None:
    lives = {
        "count": 1,
        "world": "first_home",
        "storyline": knobs("lives.storyline"),
        "skeleton": knobs("lives.skeleton"),
    }
    check(load_recipe({**BARE, "lives": lives}))


def test_the_recipe_on_the_page_is_sound() -> None:
    [text] = re.findall(r"^```yaml\n(name: my_recipe.*?)^```", PAGE, re.M | re.S)
    check(load_recipe(yaml.safe_load(text)))


@pytest.mark.parametrize("start", ["2031-01-06", "2032-02-01", "2031-07-01"])
def test_three_months_are_enough_wherever_they_begin(start: str) -> None:
    lives = {"count": 1, "world": "first_home", "months": 3, "start": start}
    check(load_recipe({**BARE, "lives": lives}))


def test_a_life_that_is_too_short_is_told_how_long_it_must_be() -> None:
    lives = {"count": 1, "world": "first_home", "months": 2, "start": "2031-01-06"}
    with pytest.raises(Misuse, match="needs a life of at least 60 days: this one has 59"):
        check(load_recipe({**BARE, "lives": lives}))
    check(load_recipe({**BARE, "lives": {**lives, "start": "2031-07-01"}}))  # 62 days


def test_without_a_world_a_month_is_enough() -> None:
    check(load_recipe({**BARE, "lives": {"count": 1, "months": 1}}))
