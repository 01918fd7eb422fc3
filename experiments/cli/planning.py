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
            "months": _months(recipe),
            "source": _source(recipe),
            "studies": studies,
        }
        for spec in trials(recipe)
    ]


def _months(recipe: Recipe) -> int | None:
    """How long a life is; episodes are as long as what is said in them."""
    lives = recipe.lives
    return None if lives is None or lives.episodes is not None else lives.months


def _source(recipe: Recipe) -> str | None:
    """What the facts come from: a corpus, a world, the worlds of episodes."""
    if recipe.lives is None:
        return recipe.corpus
    episodes = recipe.lives.episodes
    return recipe.lives.world if episodes is None else ", ".join(episodes.worlds)
