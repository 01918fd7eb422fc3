"""``lifeworld run --dry``: what a recipe would do, once everything it names was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from experiments.cli.output import Row

if TYPE_CHECKING:
    from experiments.recipe import Recipe


def plan_rows(recipe: Recipe) -> list[Row]:
    """One row a trial, with the lives and studies. Raises whatever forbids the run."""
    from experiments.lives import seats
    from experiments.recipe import check
    from experiments.recipe.trials import trials

    check(recipe)
    lives = sum(1 for _ in seats(recipe))
    studies = [study.name for study in recipe.studies]
    return [
        {
            "trial": spec.name,
            "lives": lives,
            "months": recipe.lives.months if recipe.lives else None,
            "source": recipe.corpus or (recipe.lives.world if recipe.lives else None),
            "studies": studies,
        }
        for spec in trials(recipe)
    ]
