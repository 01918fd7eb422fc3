"""Sifting the filler of a recipe once, before its episodes are lived, and counting what it gave."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

from experiments import filler
from experiments.episodes.compose import drawn, names
from experiments.recipe.episodes import EpisodePlan
from experiments.recipe.schema import LivesPlan, Recipe
from experiments.running.casting import Casts, scripted
from sim.cast import Cast, Place
from sim.roles.conflict_judge import CONFLICT_JUDGE

if TYPE_CHECKING:
    from experiments.filler import Drawn

LOOKED_AT = 50  # episodes of each world whose filler is counted for the statistics


def prepare(recipe: Recipe, folder: Path, casts: Casts = scripted) -> None:
    """Leave ``filler.json`` in the folder of a run, if its recipe has filler.

    Raises Misuse when a source does not have as much as the episodes want, and RoleFailed when a
    model that judges conflicts gives no usable verdict.
    """
    plan = recipe.lives
    if plan is None or plan.episodes is None or not plan.episodes.filler_tokens:
        return
    cast = None
    if CONFLICT_JUDGE.name in recipe.cast:  # by name alone: pairs to judge go into thousands
        cast = casts(Place(phase="filler"))
        filler.forget()  # what others judged in this process is not what this cast would say
    filler.recall(folder)
    filler.keep(folder, list(statistics(recipe, plan, plan.episodes, cast)))


@lru_cache(maxsize=8)
def recall(folder: Path) -> None:
    """In a worker: take over what the coordinator has sifted."""
    filler.recall(folder)


def statistics(
    recipe: Recipe, plan: LivesPlan, episodes: EpisodePlan, cast: Cast | None = None
) -> Iterator[dict[str, Any]]:
    """One row a world: what each step of the conflict filter removed, and what episodes got."""
    import worlds

    named = list(enumerate(names(plan)))
    for place, path in enumerate(episodes.worlds):
        world = worlds.load(path)
        own = islice(named[place :: len(episodes.worlds)], LOOKED_AT)
        pool = filler.pool_of(path, episodes.filler, episodes.pool, episodes.embedder, cast)
        got = [drawn(episodes, plan, world, (recipe.seed, "life", n), k) for k, n in own]
        yield {"world": world.name, "source": episodes.filler, **pool.statistics(), **_given(got)}


def _given(got: list[Drawn]) -> dict[str, Any]:
    if not got:
        return {}
    return {
        "episodes_looked_at": len(got),
        "fillers_an_episode": round(fmean(len(each.fillers) for each in got), 1),
        "tokens_an_episode": round(fmean(each.tokens for each in got)),
        "blocked_an_episode": round(fmean(each.blocked for each in got), 1),
    }
