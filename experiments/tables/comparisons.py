"""``comparisons``: every two trials on the same lives, their difference and how sure it is.

Paired: in each resample both trials are measured on the same lives, so what is common to them (hard
lives, easy lives) drops out of the difference (Efron & Tibshirani 1993, chapter 16).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

import numpy as np

from experiments.statistics import RESAMPLES, Floats, holm, interval
from experiments.tables.base import Row
from experiments.tables.scores import ALL, Key, Scores
from sim.seeds import Part

LEADING: Mapping[str, str] = {"dependency": "filtered", "retention": "retention_rate"}
"""The measure by which trials are compared, study by study, over all kinds."""


class Comparisons(Scores):
    """One row a pair of trials and study; ``p`` is two-sided, from the bootstrap of the difference.

    ``p`` cannot be told from zero below one in so many resamples, and says so by being that.
    ``p_holm`` is corrected for the number of pairs in the study (Holm 1979).
    """

    name = "comparisons"

    def rest(self) -> Iterator[Row]:
        """The rows, the better trial of a pair first."""
        path: tuple[Part, ...] = (*self.trials.seed_path, "scores")
        for study, measure in LEADING.items():
            keys = {trial: self._keys(trial, study, measure) for trial in self.trials.specs}
            known = {trial: own for trial, own in keys.items() if self._mean(own) is not None}
            drawn = {trial: self._cells.resampled(own, *path) for trial, own in known.items()}
            pairs = combinations(sorted(known), 2)
            rows = [self._compared(pair, study, measure, known, drawn) for pair in pairs]
            corrected = holm([row["p"] for row in rows])
            yield from ({**row, "p_holm": p} for row, p in zip(rows, corrected, strict=True))

    def _keys(self, trial: str, study: str, measure: str) -> list[Key]:
        """The kinds that a trial's leading figure is the mean of; retention has one for all."""
        own = [key for key in self._cells.cells if key[:2] == (trial, study)]
        kinds = [key for key in own if key.measure == measure and "@" not in key.kind]
        return sorted(key for key in kinds if (key.kind == ALL) == (study == "retention"))

    def _mean(self, keys: Iterable[Key]) -> float | None:
        means = [mean for key in keys if (mean := self._cells.at(key).mean) is not None]
        return sum(means) / len(means) if means else None

    def _compared(
        self,
        pair: tuple[str, str],
        study: str,
        measure: str,
        keys: Mapping[str, list[Key]],
        drawn: Mapping[str, Floats],
    ) -> Row:
        means = {trial: self._mean(keys[trial]) or 0.0 for trial in pair}
        one, other = sorted(pair, key=lambda trial: (-means[trial], trial))
        differences = drawn[one] - drawn[other]
        lives = self._cells.lives_of([*keys[one], *keys[other]])
        bounds = interval(differences, lives)
        return {
            "study": study,
            "trial": one,
            "other": other,
            "measure": measure,
            "lives": lives,
            "difference": means[one] - means[other],
            "low": bounds.low,
            "high": bounds.high,
            "p": p_value(differences) if lives > 1 else None,
        }


def p_value(differences: Floats) -> float:
    """How often resamples contradict that there is a difference, counted on both sides."""
    known = differences[~np.isnan(differences)]
    if not len(known):
        return 1.0
    beyond = min(float(np.mean(known <= 0)), float(np.mean(known >= 0)))
    return min(1.0, max(2 * beyond, 1 / RESAMPLES))
