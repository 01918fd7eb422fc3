"""Reading a recipe: by name, from a file, from a mapping; with ``--set`` overrides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from experiments.recipe.overrides import override
from experiments.recipe.schema import Recipe
from experiments.recipe.sentences import misuse
from sim.errors import BadData, UnknownName
from sim.files import read_text

FOLDER = Path(__file__).parents[1] / "recipes"
SUFFIXES = (".yaml", ".yml")


def names() -> list[str]:
    """The recipes that come with the package, sorted.

    >>> "quickstart" in names()
    True
    """
    return sorted(path.stem for path in FOLDER.glob("*.yaml"))


def load_recipe(
    recipe: str | Path | Mapping[str, Any] | Recipe, overrides: Sequence[str] = ()
) -> Recipe:
    """A recipe by its name, its path, or as a mapping, with overrides such as ``lives.months=9``.

    Paths inside a recipe file are taken from where the file stands, or else from where the
    program runs; paths in overrides always from where the program runs.

    Raises UnknownName for an unknown recipe or key, with the nearest right one, and BadData for a
    value that is impossible. Nothing is run, and nothing that the recipe names is looked up yet.
    """
    where, given = _given(recipe)
    for each in overrides:
        given = override(given, each, where)
    try:
        return Recipe.model_validate(given)
    except ValidationError as error:
        raise misuse(error, Recipe, where) from error


def _given(recipe: str | Path | Mapping[str, Any] | Recipe) -> tuple[str, dict[str, Any]]:
    """What the recipe says, and what to call it in messages."""
    if isinstance(recipe, Recipe):
        return f"recipe {recipe.name!r}", recipe.model_dump(mode="json")
    if isinstance(recipe, Mapping):
        return f"recipe {recipe.get('name', 'given')!r}", dict(recipe)
    if str(recipe) in names():
        return f"recipe {str(recipe)!r}", _parsed(FOLDER / f"{recipe}.yaml")
    path = Path(recipe)
    if path.suffix in SUFFIXES or path.exists() or len(path.parts) > 1:
        return str(path), _located(_parsed(path), path.parent)
    here = [name for name in (f"{recipe}{suffix}" for suffix in SUFFIXES) if Path(name).is_file()]
    raise UnknownName("recipe", str(recipe), [*names(), *here])


def _parsed(path: Path) -> dict[str, Any]:
    import yaml

    try:
        given = yaml.safe_load(read_text(path))
    except yaml.YAMLError as error:
        place = getattr(error, "problem_mark", None)
        line = "" if place is None else f", line {place.line + 1}"
        raise BadData(f"{path}{line}", "this is no YAML") from error
    except ValueError as error:  # YAML reads dates, and 30 February is none
        raise BadData(str(path), f"a value in it cannot be: {error}") from error
    if not isinstance(given, dict):
        raise BadData(str(path), "a recipe is a mapping with keys such as 'lives' and 'trials'")
    return given


def _located(given: dict[str, Any], folder: Path) -> dict[str, Any]:
    """The recipe with paths as they are seen from where the program runs."""

    def find(value: Any) -> Any:
        return (
            str(folder / value) if isinstance(value, str) and (folder / value).exists() else value
        )

    located = {
        key: find(value) if key in ("corpus", "dialogues") else value
        for key, value in given.items()
    }
    lives = given.get("lives")
    if isinstance(lives, dict):
        located["lives"] = {key: _found(key, value, find) for key, value in lives.items()}
    return located


def _found(key: str, value: Any, find: Any) -> Any:
    if key == "world":
        return find(value)
    if key == "personas" and isinstance(value, list):
        return [find(each) for each in value]
    if key in ("episodes", "personas") and isinstance(value, dict):
        return {name: _each(inner, find) for name, inner in value.items()}
    return value


def _each(value: Any, find: Any) -> Any:
    """A path, or several."""
    return [find(each) for each in value] if isinstance(value, list) else find(value)
