"""As many memories as stand out: the ranking is cut at its widest gap."""

from __future__ import annotations

from datetime import datetime
from itertools import pairwise
from typing import ClassVar

from pydantic import Field

from memory_backends.retrieval.choosing import OneRanker, RankerOptions
from sim.views import Memory


class AdaptiveOptions(RankerOptions):
    """``buffer`` more memories than stand out are brought back, as long as there is room."""

    buffer: int = Field(default=2, ge=0)


class AdaptiveK(OneRanker):
    """Cuts the ranking where the score falls most (Adaptive-k, Taguchi et al. 2025).

    As PRAGMA runs it (section 5.3): the gap is looked for in the upper half of all that was found,
    two memories more are brought, and never more than ``k``.
    """

    name = "adaptive_k"
    group = "retrieval"
    Options: ClassVar[type[AdaptiveOptions]] = AdaptiveOptions
    options: AdaptiveOptions

    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
        """The memories above the widest gap, and the buffer behind them."""
        every = super().search(query, k=len(self._entries), at=at)
        ranked = [memory for memory in every if self._found(memory.score or 0.0)]
        outstanding = cut([memory.score or 0.0 for memory in ranked])
        return ranked[: min(k, outstanding + self.options.buffer)]


def cut(scores: list[float]) -> int:
    """How many scores stand above the widest gap in the upper half; the first of equal gaps.

    >>> cut([0.9, 0.8, 0.3, 0.0]), cut([0.9]), cut([]), cut([0.5, 0.5])
    (2, 1, 0, 1)
    """
    upper = scores[: (len(scores) + 1) // 2 + 1]
    gaps = [first - second for first, second in pairwise(upper)]
    return gaps.index(max(gaps)) + 1 if gaps else len(scores)
