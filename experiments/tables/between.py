"""The difference of a trial's leading figure between two runs, with its interval.

Over the same lives it is paired: in each resample both runs are measured on the same of them
(Efron & Tibshirani 1993, chapter 16). Over different lives each run is resampled by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from experiments.folder import RunFolder
from experiments.recipe import Recipe
from experiments.recipe.trials import trials
from experiments.statistics import Floats, interval
from experiments.tables.base import Trials
from experiments.tables.comparisons import LEADING, Comparisons, p_value
from experiments.tables.testimony import Testimony


@dataclass(frozen=True, slots=True)
class Difference:
    """How a trial did in one run and in another; ``difference`` is the other less the one."""

    trial: str
    study: str
    one: float
    other: float
    low: float | None
    high: float | None
    p: float | None
    lives: int

    @property
    def difference(self) -> float:
        """What changed."""
        return self.other - self.one


class Leading(Comparisons):
    """The leading figure of each trial and study of a run, and its resamples."""

    @classmethod
    def of(cls, folder: RunFolder, recipe: Recipe, names: dict[str, str], tag: str) -> Leading:
        """Read a run's lives; ``names`` are trials by the name they have in the comparison.

        Resamples are the same for the same number of lives and the same ``tag``.
        """
        found = cls(Trials.of(trials(recipe), "between", tag))
        found.names = names
        for life in folder.done():
            testimony = Testimony.read(folder, life)
            if not testimony.failed:
                found.take(testimony)
        return found

    names: dict[str, str]

    def figure(self, name: str, study: str) -> tuple[float, Floats, int] | None:
        """Mean, resamples and number of lives, or None if there is nothing to tell."""
        keys = self._keys(self.names[name], study, LEADING[study])
        mean = self._mean(keys)
        if mean is None:
            return None
        drawn = self._cells.resampled(keys, *self.trials.seed_path)
        return mean, drawn, self._cells.lives_of(keys)


def between(one: Leading, other: Leading) -> Iterator[Difference]:
    """Trial by trial, study by study, in the order of the names."""
    for name in sorted(one.names):
        for study in LEADING:
            before, after = one.figure(name, study), other.figure(name, study)
            if before is not None and after is not None:
                yield _difference(name, study, before, after)


def _difference(
    name: str, study: str, before: tuple[float, Floats, int], after: tuple[float, Floats, int]
) -> Difference:
    drawn, lives = after[1] - before[1], min(before[2], after[2])
    bounds = interval(drawn, lives)
    p = p_value(np.asarray(drawn)) if lives > 1 else None
    return Difference(name, study, before[0], after[0], bounds.low, bounds.high, p, lives)
