"""The page "Author a world": everything in it can be done as it stands there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml

import worlds
from experiments import load_recipe, run
from worlds.schema import EdgeEntry, EntityEntry, Mark, WorldFile
from worlds.storylines.options import StorylineOptions
from worlds.wording import REASONS

PAGE = (Path(__file__).parents[2] / "docs" / "worlds.md").read_text(encoding="utf-8")


def blocks(language: str) -> Iterator[str]:
    return (found for found in re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.M | re.S))


def fragments() -> list[dict[str, Any]]:
    """The blocks that are added to the world that ``new`` wrote, in the order of the page."""
    return [block for text in blocks("yaml") if "name" not in (block := yaml.safe_load(text))]


def extended(count: int) -> dict[str, Any]:
    """The starter with the first so many fragments added."""
    content: dict[str, Any] = yaml.safe_load(worlds.starter("my_world"))
    for fragment in fragments()[:count]:
        for key, value in fragment.items():
            if isinstance(value, dict):
                content.setdefault(key, {}).update(value)
            else:
                content[key] = [*content.get(key, []), *value]
    return content


def written(content: dict[str, Any], folder: Path) -> Path:
    path = folder / "my_world.yaml"
    path.write_text(yaml.safe_dump(content, sort_keys=False), encoding="utf-8")
    return path


def test_the_whole_world_on_the_page_is_sound(tmp_path: Path) -> None:
    [text] = [text for text in blocks("yaml") if text.startswith("name: tiny_town")]
    path = tmp_path / "tiny_town.yaml"
    path.write_text(text, encoding="utf-8")
    [advice] = worlds.check(path)  # the page says so
    assert (advice.severity, advice.where) == ("warning", "edges")
    assert "a life bears 1 upstream change" in advice.message


@pytest.mark.parametrize("count", range(1, len(fragments()) + 1))
def test_a_world_stays_sound_with_every_fragment_that_is_added(count: int, tmp_path: Path) -> None:
    assert worlds.check(written(extended(count), tmp_path)) == []


def test_the_recipe_on_the_page_runs_the_world_of_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(extended(99), tmp_path)
    [text] = [text for text in blocks("yaml") if text.startswith("# recipe")]
    (tmp_path / "my_recipe.yaml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    recipe = load_recipe("my_recipe.yaml", overrides=["lives.count=1"])
    scores = run(recipe, out=tmp_path / "out", workers=1).tables["scores"]
    assert {"oracle", "none", "bm25"} == set(scores["backend"])
    assert {"accuracy", "stale"} <= set(scores["measure"])


@pytest.mark.parametrize(
    "name",
    [
        *WorldFile.model_fields,
        *EntityEntry.model_fields,
        *EdgeEntry.model_fields,
        *StorylineOptions.model_fields,
        *get_args(Mark),
        *REASONS,
        *worlds.names(),
    ],
)
def test_every_key_mark_pattern_knob_and_world_is_on_the_page(name: str) -> None:
    assert re.search(rf"(?<![\w]){name}(?![\w])", PAGE)


def test_the_python_on_the_page_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(extended(99), tmp_path)
    monkeypatch.chdir(path.parent)
    [text] = blocks("python")
    space: dict[str, Any] = {}
    exec(text, space)
    moved = space["world"].propagate({"village": "Ambersley"}, {"village": "Thrushmere"})
    assert moved["school"] == "Saint Odo's"
    assert moved["choir"] is worlds.UNKNOWN


def test_the_table_of_shipped_worlds_tells_the_truth() -> None:
    for name in worlds.names():
        world = worlds.load(name)
        graph = world.graph
        middle = [e for e in world.entities if graph.pred[e] and graph.succ[e]]
        leaves = [e for e in world.entities if graph.pred[e] and not graph.succ[e]]
        categories = {entity.category for entity in world.entities.values()}
        topology = f"{len(world.roots)}, {len(middle)}, {len(leaves)}, {len(world.orphans)}"
        row = (
            f"| `{name}` | {len(world.entities)} | {len(categories)} | {len(world.edges)} "
            f"| {topology} | {world.depth} |"
        )
        assert row in PAGE
