"""Sums over lives behind every figure: a cell has a top and a bottom for each life."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import numpy as np

from experiments.statistics import Floats, Interval, interval, mean_of, resampled_ratios
from sim.seeds import Part

K = TypeVar("K")
BATCH = 512  # figures resampled at once, to bound memory


@dataclass(slots=True)
class Cell:
    """One figure: counts over all lives, and sums by life.

    ``asked`` = ``scored`` + ``failed`` + those that could not be scored for a reason that is no
    failure (a measure that is not defined for a question).
    """

    asked: int = 0
    answered: int = 0
    scored: int = 0
    failed: int = 0
    sums: dict[int, list[float]] = field(default_factory=dict)

    def add(self, life: int, top: float, bottom: float = 1.0) -> None:
        """Add to a life's sums."""
        both = self.sums.setdefault(life, [0.0, 0.0])
        both[0] += top
        both[1] += bottom

    def score(
        self, life: int, value: float | None, *, answered: bool = True, failed: bool = False
    ) -> None:
        """Count one question; ``value`` None is one without a score."""
        self.asked += 1
        self.answered += answered
        self.failed += failed
        if value is not None:
            self.scored += 1
            self.add(life, value)

    @property
    def mean(self) -> float | None:
        """The ratio of the sums over all lives; None if nothing was scored."""
        bottom = sum(both[1] for both in self.sums.values())
        return sum(both[0] for both in self.sums.values()) / bottom if bottom else None

    @property
    def lives(self) -> int:
        """How many lives have something to say."""
        return sum(1 for both in self.sums.values() if both[1])


class Cells(Generic[K]):
    """Cells by key, filled life by life."""

    def __init__(self) -> None:
        self.cells: dict[K, Cell] = {}
        self.lives = 0

    def begin_life(self) -> None:
        """The next life begins."""
        self.lives += 1

    def at(self, key: K) -> Cell:
        """The cell of a key, new if need be."""
        return self.cells.setdefault(key, Cell())

    @property
    def life(self) -> int:
        """The place of the life under way."""
        return self.lives - 1

    def intervals(self, keys: Sequence[K], *path: Part) -> dict[K, Interval]:
        """The interval of each cell, by bootstrap over lives."""
        found: dict[K, Interval] = {}
        for start in range(0, len(keys), BATCH):
            some = keys[start : start + BATCH]
            for key, ratios in zip(some, self._ratios(some, path), strict=True):
                found[key] = interval(ratios, self.cells[key].lives)
        return found

    def macro(self, keys: Sequence[K], *path: Part) -> tuple[float | None, Interval]:
        """The mean over cells, each weighing the same, and its interval."""
        means = [mean for key in keys if (mean := self.cells[key].mean) is not None]
        if not means:
            return None, Interval(None, None)
        bounds = interval(self.resampled(keys, *path), self.lives_of(keys))
        return sum(means) / len(means), bounds

    def resampled(self, keys: Sequence[K], *path: Part) -> Floats:
        """The mean over cells in every resample, shape (resamples,)."""
        return mean_of(self._ratios(keys, path))

    def lives_of(self, keys: Sequence[K]) -> int:
        """How many lives have something to say about any of the cells."""
        return len({life for key in keys for life, both in self.cells[key].sums.items() if both[1]})

    def _ratios(self, keys: Sequence[K], path: tuple[Part, ...]) -> Floats:
        tops, bottoms = np.zeros((2, len(keys), self.lives))
        for row, key in enumerate(keys):
            for life, (top, bottom) in self.cells[key].sums.items():
                tops[row, life], bottoms[row, life] = top, bottom
        return resampled_ratios(tops, bottoms, *path)


def total(cells: Iterable[Cell]) -> dict[str, int]:
    """The counts of several cells together."""
    listed = list(cells)
    names = ("asked", "answered", "scored", "failed")
    return {name: sum(getattr(cell, name) for cell in listed) for name in names}
