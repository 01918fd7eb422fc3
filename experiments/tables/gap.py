"""``gap``: how much of what an ideal gate gains in retention a gate gains (PerMem-Bench, 7.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from experiments.statistics import Floats, interval, resampled_ratios
from experiments.tables.base import Row, Table, Trials
from experiments.tables.testimony import Testimony

PERIODS = ("all", "before_shift", "after_shift")
LEAST, MOST = "universal", "oracle"  # the gates between which the gap opens


class Key(NamedTuple):
    """One figure: a trial, and the facts told before or after the first shift, or all."""

    trial: str
    period: str


class Gap(Table):
    """One row a trial and period, where both the universal and the oracle gate ran beside it.

    ``share`` is (rate - universal) / (oracle - universal), of pooled rates; null where nothing is
    to be gained. Its interval draws whole lives, the same ones for all three rates.
    """

    name = "gap"

    def __init__(self, trials: Trials) -> None:
        super().__init__(trials)
        self._sums: dict[Key, dict[int, list[float]]] = {}
        self._lives = 0

    def take(self, life: Testimony) -> Iterable[Row]:
        """Add up what was required and present in a life."""
        for record in life.of("retention"):
            later = "after_shift" if record["period"] else "before_shift"
            for period in ("all", later):
                sums = self._sums.setdefault(Key(record["trial"], period), {})
                both = sums.setdefault(self._lives, [0.0, 0.0])
                both[0] += record["present"]
                both[1] += record["required"]
        self._lives += 1
        return ()

    def rest(self) -> Iterator[Row]:
        """The rows."""
        shifted = any(key.period == "after_shift" for key in self._sums)
        for key in sorted(self._sums):
            rivals = (self._rival(key, LEAST), self._rival(key, MOST))
            if (shifted or key.period == "all") and all(each in self._sums for each in rivals):
                yield self._row(key, *rivals)

    def _rival(self, key: Key, gate: str) -> Key:
        """The trial that differs in nothing but the gate."""
        parts = self.trials.parts(key.trial)
        name = " | ".join([parts["backend"], gate, parts["budget"], parts["reader"]])
        return Key(name, key.period)

    def _row(self, key: Key, least: Key, most: Key) -> Row:
        tops, bottoms = self._by_life((key, least, most))
        rate, low, high = (float(t.sum() / b.sum()) for t, b in zip(tops, bottoms, strict=True))
        drawn = resampled_ratios(tops, bottoms, *self.trials.seed_path, "gap")
        bounds = interval(_shares(*drawn), int(np.count_nonzero(bottoms[0])))
        share = (rate - low) / (high - low) if high > low else None
        parts = self.trials.parts(key.trial)
        return {
            "trial": key.trial,
            "gate": parts["gate"],
            "backend": parts["backend"],
            "budget": parts["budget"],
            "period": key.period,
            "rate": rate,
            "universal": low,
            "oracle": high,
            "share": share,
            "low": bounds.low if share is not None else None,
            "high": bounds.high if share is not None else None,
        }

    def _by_life(self, keys: tuple[Key, ...]) -> tuple[Floats, Floats]:
        tops, bottoms = np.zeros((2, len(keys), self._lives))
        for row, key in enumerate(keys):
            for life, both in self._sums[key].items():
                tops[row, life], bottoms[row, life] = both
        return tops, bottoms


def _shares(rate: Floats, least: Floats, most: Floats) -> Floats:
    """The share in each resample; not a number where the oracle gains nothing."""
    width = most - least
    shares: Floats = np.divide(
        rate - least, width, out=np.full_like(width, np.nan), where=width > 0
    )
    return shares
