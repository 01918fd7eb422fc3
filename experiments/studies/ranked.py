"""Measures of a ranking against the items that hold the evidence (LongMemEval's definitions).

A ranking is a sequence of distinct ids, best first; ``correct`` are the ids that hold evidence.
All measures are in [0, 1]. ``k`` counts items of the ranking, so a memory that covers several
turns takes as many places as it has turns.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from math import log2

CUTOFFS = (1, 3, 5, 10, 20, 30, 50)
"""LongMemEval's cut-offs, and 20."""


def distinct(ids: Iterable[str]) -> list[str]:
    """Each id where it first stands.

    >>> distinct(["s2", "s1", "s2"])
    ['s2', 's1']
    """
    return list(dict.fromkeys(ids))


def recall_any(ranking: Sequence[str], correct: Collection[str], k: int) -> float:
    """1 if any correct item is among the first ``k``.

    >>> recall_any(["a", "b"], {"b", "c"}, 1), recall_any(["a", "b"], {"b", "c"}, 2)
    (0.0, 1.0)
    """
    return float(any(item in correct for item in ranking[:k]))


def recall_all(ranking: Sequence[str], correct: Collection[str], k: int) -> float:
    """1 if every correct item is among the first ``k``.

    >>> recall_all(["a", "b", "c"], {"a", "c"}, 2), recall_all(["a", "b", "c"], {"a", "c"}, 3)
    (0.0, 1.0)
    """
    return float(set(correct) <= set(ranking[:k]))


def ndcg_any(ranking: Sequence[str], correct: Collection[str], k: int) -> float:
    """Discounted gain of the first ``k`` over the best there could be; every correct item gains 1.

    The gain at rank i is divided by log2(i), from rank 2 on, so that the first two ranks weigh
    the same (LongMemEval's variant of NDCG). The ideal is taken over the whole corpus, whatever
    was retrieved: min(k, number of correct items) ranks of gain 1.

    >>> ndcg_any(["b", "a"], {"a"}, 2), round(ndcg_any(["b", "c", "a"], {"a"}, 3), 4)
    (1.0, 0.6309)
    """
    ideal = _dcg([1.0] * min(k, len(correct)))
    return _dcg([float(item in correct) for item in ranking[:k]]) / ideal if ideal else 0.0


def _dcg(gains: Sequence[float]) -> float:
    return sum(gain / (log2(rank) if rank > 1 else 1.0) for rank, gain in enumerate(gains, start=1))


MEASURES = {"recall_any": recall_any, "recall_all": recall_all, "ndcg_any": ndcg_any}
