"""Recipes: which lives, which trials, which studies; read, checked and fingerprinted."""

from experiments.recipe.checks import check
from experiments.recipe.identity import Identity, identify
from experiments.recipe.names import Named
from experiments.recipe.reading import load_recipe, names
from experiments.recipe.schema import LivesPlan, Recipe, Sample, ShiftPlan, TrialGrid

__all__ = [
    "Identity",
    "LivesPlan",
    "Named",
    "Recipe",
    "Sample",
    "ShiftPlan",
    "TrialGrid",
    "check",
    "identify",
    "load_recipe",
    "names",
]
