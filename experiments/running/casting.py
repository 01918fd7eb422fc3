"""The company of a run: its models, their cache in the run's folder, its limits and prices."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from experiments.folder import RunFolder
from experiments.recipe.casting import castings, is_scripted
from experiments.recipe.schema import Recipe
from sim.cast import Cast, Place

if TYPE_CHECKING:
    from sim.cast.cache import Mode
    from sim.cast.limits import Spent
    from sim.cast.models import Company
    from sim.cast.prices import Prices

Casts = Callable[[Place], Cast]
"""Gives the cast for a place: scripted, or the models of a company."""


def scripted(place: Place) -> Cast:
    """The cast in which every role is played by its twin."""
    return Cast(place=place)


def prices_of(recipe: Recipe, cast: Mapping[str, Any]) -> Prices:
    """The prices of all models in a cast. Raises Misuse if a limit on money lacks one."""
    from sim.cast.models.company import models_of
    from sim.cast.prices import load_prices

    models = models_of(castings(cast))
    prices = load_prices(recipe.prices, models)
    if recipe.limits.usd is not None:
        prices.check(models)
    return prices


def known_prices(recipe: Recipe) -> Prices:
    """The prices of a recipe's models as far as they are known; none for a script."""
    from sim.cast.prices import Prices, load_prices

    if is_scripted(recipe.cast):
        return Prices()
    from sim.cast.models.company import models_of

    return load_prices(recipe.prices, models_of(castings(recipe.cast)))


@contextmanager
def company(
    recipe: Recipe, folder: RunFolder, cast: Mapping[str, Any], mode: Mode
) -> Iterator[Company | None]:
    """Everybody who plays in a run, for as long as it goes on; None if all is scripted."""
    if is_scripted(cast):
        yield None
        return
    from sim.cast.models import Company

    prices = prices_of(recipe, cast)
    with Company(
        castings(cast),
        folder.cache,
        mode=mode,
        limits=recipe.limits,
        prices=prices,
        embed=_embed,
    ) as made:
        yield made


def _embed(texts: Sequence[str]) -> Sequence[Sequence[float]]:
    """Vectors for libraries that want some: those of the default embedder."""
    from memory_backends import embedders

    rows: list[list[float]] = embedders.create("use").embed(list(texts)).tolist()
    return rows


def spent(folder: RunFolder) -> list[Spent]:
    """What a run has really used of models so far, by role and model; nothing if scripted."""
    if not folder.cache.exists():
        return []
    from sim.cast.cache import ReplyCache
    from sim.cast.limits import Limits, Spending
    from sim.cast.prices import Prices

    cache = ReplyCache(folder.cache)
    try:
        return list(Spending(cache, Limits(), Prices()).lines())
    finally:
        cache.close()
