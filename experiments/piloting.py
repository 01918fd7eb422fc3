"""A pilot: one life for real, and what all of them would then ask of their models.

A rehearsal by twins cannot know how often a memory that is an agent will call on its model. One
life that was lived can; it is kept, so the run that follows need not pay for it again.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from experiments.estimating import Expected
from experiments.lives import seats
from experiments.recipe.casting import is_scripted
from experiments.recipe.schema import Recipe
from experiments.running.casting import spent
from experiments.running.conduct import run_first
from experiments.running.progress import Told, silent


def pilot(recipe: Recipe, out: Path, progress: Told = silent) -> list[Expected]:
    """Live the first life into the run's folder, and multiply what it took by the lives there are.

    Nothing for a scripted cast. Raises what ``run`` raises; what was spent is spent.
    """
    if is_scripted(recipe.cast):
        return []
    run_first(recipe, out, progress=progress)
    return list(_scaled(out, len(list(seats(recipe)))))


def _scaled(out: Path, lives: int) -> Iterator[Expected]:
    from experiments.folder import RunFolder

    folder = RunFolder(out)
    scale = lives / max(1, len(folder.done()))
    for one in spent(folder):
        yield Expected(
            one.role,
            one.model,
            round(one.calls * scale),
            round(one.tokens_read * scale),
            round(one.tokens_written * scale),
            None if one.usd is None else one.usd * scale,
        )
