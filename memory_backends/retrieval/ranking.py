"""The best k of many by score, the same on every run."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

SCORE_DECIMALS = 6  # finer differences are noise of floating point and must not order anything


def best(
    scores: NDArray[np.floating], eligible: NDArray[np.bool_], k: int, *, above: float | None = None
) -> list[tuple[int, float]]:
    """Positions and rounded scores of the ``k`` best eligible entries, best first.

    Scores are rounded to six decimals; of equals, the one with the higher position (the later
    one) comes first. Ineligible entries are left out before counting to ``k``, and so are those
    whose rounded score does not exceed ``above``.

    >>> best(np.array([0.2, 0.5, 0.5, 0.9]), np.array([True, True, True, False]), 2)
    [(2, 0.5), (1, 0.5)]
    """
    rounded = np.asarray(np.round(scores.astype(np.float64), SCORE_DECIMALS), dtype=np.float64)
    allowed = eligible if above is None else eligible & (rounded > above)
    positions = np.flatnonzero(allowed)
    if k <= 0 or not len(positions):
        return []
    positions = _at_least_kth(positions, rounded[positions], k)
    order = np.lexsort((-positions, -rounded[positions]))[:k]
    return [(int(place), float(rounded[place])) for place in positions[order]]


def _at_least_kth(
    positions: NDArray[np.intp], scores: NDArray[np.float64], k: int
) -> NDArray[np.intp]:
    """Without those that score below the k-th best: sorting all is slow in large stores."""
    if len(positions) <= k:
        return positions
    kth = np.partition(scores, len(scores) - k)[len(scores) - k]
    near_best: NDArray[np.intp] = positions[scores >= kth]
    return near_best
