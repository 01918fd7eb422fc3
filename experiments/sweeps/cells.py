"""The cells of a sweep: every combination of what a recipe varies, each as often as it repeats."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from experiments.recipe import Recipe, load_recipe
from experiments.recipe.overrides import override
from experiments.recipe.schema import SINGULAR

REPEAT = "repeat"


@dataclass(frozen=True, slots=True)
class Cell:
    """One run of a sweep: the values of what is varied, by short names, and its recipe."""

    values: Mapping[str, Any]
    recipe: Recipe

    @property
    def name(self) -> str:
        """What the cell is called, fit for a folder.

        >>> Cell({"k": 5, "repeat": 2}, None).name
        'k=5,repeat=2'
        """
        written = ",".join(f"{name}={_short(value)}" for name, value in self.values.items())
        return re.sub(r"[^\w.=,+-]+", "-", written)


def is_swept(recipe: Recipe) -> bool:
    """Whether a recipe is several runs."""
    return bool(recipe.vary) or recipe.repeats > 1


def cells(recipe: Recipe) -> list[Cell]:
    """Every cell in the order written, the last key changing fastest; a recipe that varies nothing
    has one. Raises what reading a recipe raises when a value cannot stand in its place.
    """
    return list(_cells(recipe))


def _cells(recipe: Recipe) -> Iterator[Cell]:
    names = _names(list(recipe.vary))
    plain = recipe.model_dump(mode="json", exclude={"vary", "repeats"})
    for chosen in product(*recipe.vary.values()):
        given, where = plain, f"recipe {recipe.name!r}, vary"
        for path, value in zip(recipe.vary, chosen, strict=True):
            given = override(given, f"{_resolved(path)}={json.dumps(value)}", where)
        for number in range(1, recipe.repeats + 1):
            repeat = {REPEAT: number} if recipe.repeats > 1 else {}
            yield Cell(dict(zip(names, chosen, strict=True)) | repeat, load_recipe(given))


def _resolved(path: str) -> str:
    """The place in a recipe that was read, where trials have the plural of their keys."""
    first, *rest = path.split(".")
    return ".".join([first, *(SINGULAR.get(p, p) if first == "trials" else p for p in rest)])


def _names(paths: list[str]) -> list[str]:
    """The last part of each path, or all of it where two would be called alike."""
    short = [path.rpartition(".")[2] for path in paths]
    return [
        path if short.count(name) > 1 else name for path, name in zip(paths, short, strict=True)
    ]


def _short(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
