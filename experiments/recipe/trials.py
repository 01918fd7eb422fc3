"""The trials of a recipe, spelled out."""

from __future__ import annotations

from experiments.recipe.names import Named
from experiments.recipe.schema import Recipe, TrialGrid
from experiments.trials import TrialSpec


def trials(recipe: Recipe) -> list[TrialSpec]:
    """Every trial of every grid, in the order written."""
    return [_spec(grid, *cell) for grid in recipe.trials for cell in grid.cells()]


def _spec(
    grid: TrialGrid, backend: Named, gate: Named, budget: int | None, reader: str, k: int
) -> TrialSpec:
    return TrialSpec(
        gate=gate.name,
        backend=backend.name,
        budget=budget,
        reader=reader,
        k=k,
        backend_options=backend.options,
        gate_options=gate.options,
        eviction=grid.eviction,
    )
