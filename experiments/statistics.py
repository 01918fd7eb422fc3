"""Intervals by bootstrap over lives: whole lives are drawn, as questions of one life hang together.

Every figure is a ratio of two sums over lives (points over questions, sessions present over
sessions required). Each resample draws as many lives as there are, with replacement, and forms
the ratio anew; the interval is the middle 95 % of 2,000 such ratios (percentile bootstrap, Efron &
Tibshirani 1993, chapter 13; clusters as in Field & Welsh 2007).

The same lives are drawn for every figure of a run, so figures can be compared pair by pair. Sums
are put on a grid of 2**-20 first: adding such numbers up is exact in any order, so a figure does
not depend on how many others are computed beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.seeds import Part, stream

RESAMPLES = 2_000
LEVEL = 0.95
CHUNK = 250  # resamples drawn at once
GRID = float(2**20)
DIGITS = 6  # of a bound; the grid has as many

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Interval:
    """The bounds of a figure; both None when there are fewer than two lives to draw from."""

    low: float | None
    high: float | None


NO_INTERVAL = Interval(None, None)


def resampled_ratios(tops: Floats, bottoms: Floats, *path: Part) -> Floats:
    """The ratio of sums in every resample, NaN where the bottom is zero.

    Args:
        tops: Shape (figures, lives).
        bottoms: Shape (figures, lives).
        path: The name path that the draws are seeded by.

    Returns:
        Shape (figures, resamples).

    """
    figures, lives = tops.shape
    both = np.concatenate([np.rint(tops * GRID), np.rint(bottoms * GRID)])
    pieces = [both @ drawn.T for drawn in _draws(lives, path)]
    sums = np.concatenate(pieces, axis=1)
    over, under = sums[:figures], sums[figures:]
    ratios: Floats = np.divide(over, under, out=np.full_like(over, np.nan), where=under > 0)
    return ratios


def interval(ratios: Floats, lives: int) -> Interval:
    """The middle of the resampled ratios of one figure, shape (resamples,).

    >>> interval(np.array([0.0, 0.5, 1.0]), lives=2).high is not None
    True
    >>> interval(np.array([0.5]), lives=1)
    Interval(low=None, high=None)
    """
    known = ratios[~np.isnan(ratios)]
    if lives < 2 or known.size == 0:
        return NO_INTERVAL
    tail = (1 - LEVEL) / 2
    low, high = np.quantile(known, [tail, 1 - tail])
    return Interval(round(float(low), DIGITS), round(float(high), DIGITS))


def bootstrap(tops: Sequence[float], bottoms: Sequence[float], *path: Part) -> Interval:
    """The interval of one figure: a top and a bottom for each life, as in a ratio of sums.

    >>> bootstrap([3.0, 3.0, 3.0], [4.0, 4.0, 4.0], 7, "doc")
    Interval(low=0.75, high=0.75)
    """
    over, under = np.array([tops], dtype=np.float64), np.array([bottoms], dtype=np.float64)
    return interval(resampled_ratios(over, under, *path)[0], _with_data(under[0]))


def mean_of(rows: Floats) -> Floats:
    """The mean over figures, resample by resample; NaN figures are left out.

    Shape (figures, resamples) to (resamples,); NaN where no figure is known.
    """
    known = ~np.isnan(rows)
    count = known.sum(axis=0)
    total = np.where(known, rows, 0.0).sum(axis=0)
    means: Floats = np.divide(total, count, out=np.full(count.shape, np.nan), where=count > 0)
    return means


def holm(ps: Sequence[float | None]) -> list[float | None]:
    """P-values of one family, corrected for their number (Holm 1979); unknown ones stay so.

    >>> holm([0.01, None, 0.04, 0.03])
    [0.03, None, 0.06, 0.06]
    """
    known = sorted((p, place) for place, p in enumerate(ps) if p is not None)
    found: list[float | None] = [None] * len(ps)
    least = 0.0
    for rank, (p, place) in enumerate(known):
        least = max(least, min(1.0, p * (len(known) - rank)))
        found[place] = round(least, DIGITS)
    return found


def _with_data(bottoms: Floats) -> int:
    return int(np.count_nonzero(bottoms))


def _draws(lives: int, path: tuple[Part, ...]) -> Iterator[Floats]:
    """How often each life is drawn, in chunks of shape (resamples, lives)."""
    for number in range(RESAMPLES // CHUNK):
        rng = stream(*path, "bootstrap", lives, number)
        places = rng.integers(lives, size=(CHUNK, lives)) + np.arange(CHUNK)[:, None] * lives
        counts = np.bincount(places.ravel(), minlength=CHUNK * lives)
        yield counts.reshape(CHUNK, lives).astype(np.float64)
