"""Recipes with episodes, small enough to be composed in a moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from experiments.lives import compose, seats
from experiments.recipe import Recipe, load_recipe
from sim.life import Life


def of(count: int = 4, storyline: dict[str, Any] | None = None, **episodes: Any) -> Recipe:
    given = {"worlds": ["personal_life", "first_home"], "embedder": "hashing", "pool": 64}
    return load_recipe(
        {
            "studies": {"dependency": {"after": "end"}},
            "lives": {
                "count": count,
                "episodes": {**given, **episodes},
                "storyline": storyline or {},
            },
            "trials": {"backends": ["oracle", "none"]},
        }
    )


@pytest.fixture
def recipe() -> Callable[..., Recipe]:
    return of


@pytest.fixture
def lives() -> Callable[..., list[Life]]:
    """All lives of such a recipe."""

    def made(**given: Any) -> list[Life]:
        chosen = of(**given)
        return [compose(chosen, seat) for seat in seats(chosen)]

    return made
