"""The studies of a recipe, ready to be asked of a life."""

from __future__ import annotations

from typing import Any

from experiments import studies
from experiments.recipe.names import Named
from experiments.recipe.schema import Recipe
from experiments.studies.base import Study


def studies_of(recipe: Recipe) -> list[Study]:
    """Every study with its options; one that asks about a world is told where the recipe has it.

    Raises UnknownName or BadData as ``studies.create`` does.
    """
    return [studies.create(each.name, **_options(each, recipe)) for each in recipe.studies]


def _options(study: Named, recipe: Recipe) -> dict[str, Any]:
    """The worlds of the lives may be files, which a life itself does not know."""
    lives, known = recipe.lives, studies.resolve(study.name).Options.model_fields
    if lives is not None and lives.episodes is not None and "worlds" in known:
        return {"worlds": lives.episodes.worlds, **study.options}
    if lives is None or lives.world is None or "world" not in known:
        return study.options
    return {"world": lives.world, **study.options}
