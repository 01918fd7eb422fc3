"""Experiments: recipes, trials, studies, runs, tables, reports, corpora and the command line."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from experiments.population import RecipePopulation
    from experiments.recipe import Recipe, load_recipe
    from experiments.running import Engine, Progress, Run, open_run, rejudge, run
    from experiments.sweeps import Sweep, sweep
    from experiments.trials import TrialSpec

_HOMES = {
    "Engine": "running",
    "Progress": "running",
    "Recipe": "recipe",
    "RecipePopulation": "population",
    "Run": "running",
    "Sweep": "sweeps",
    "TrialSpec": "trials",
    "load_recipe": "recipe",
    "open_run": "running",
    "rejudge": "running",
    "run": "running",
    "sweep": "sweeps",
}

__all__ = [
    "Engine",
    "Progress",
    "Recipe",
    "RecipePopulation",
    "Run",
    "Sweep",
    "TrialSpec",
    "load_recipe",
    "open_run",
    "rejudge",
    "run",
    "sweep",
]


def __getattr__(name: str) -> object:
    if name in _HOMES:
        return getattr(import_module(f"experiments.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'experiments' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
