"""Lexical and semantic search together, by the ranks that each gives."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from memory_backends.retrieval.bm25 import bm25_scorer
from memory_backends.retrieval.choosing import K1, B
from memory_backends.retrieval.embedded import Embedded, EmbeddingOptions
from memory_backends.retrieval.ranked import Scorer
from memory_backends.retrieval.ranking import SCORE_DECIMALS
from sim.views import Memory


class HybridOptions(EmbeddingOptions):
    """``constant`` is the k of reciprocal rank fusion: the larger, the less first places count."""

    constant: float = Field(default=60.0, gt=0)


class Hybrid(Embedded):
    """Fuses the ranks of ``bm25`` and ``dense`` (reciprocal rank fusion, Cormack et al. 2009).

    An entry that shares no word with the question has no
    lexical rank and gets nothing for it. Ranks are those in the whole store.
    """

    name = "hybrid"
    group = "retrieval"
    Options: ClassVar[type[HybridOptions]] = HybridOptions
    options: HybridOptions

    def _scorer(self, entries: tuple[Memory, ...]) -> Scorer:
        semantic = super()._scorer(entries)
        lexical = bm25_scorer([entry.text for entry in entries], k1=K1, b=B)

        def score(query: str) -> NDArray[np.floating]:
            words, constant = lexical(query), self.options.constant
            by_words = np.where(words > 0, reciprocal(words, constant), 0.0)
            fused: NDArray[np.floating] = by_words + reciprocal(semantic(query), constant)
            return fused

        return score


def reciprocal(scores: NDArray[np.floating], constant: float) -> NDArray[np.float64]:
    """1 / (constant + rank), ranks from 1; of equal scores the later entry ranks first.

    >>> (1 / reciprocal(np.array([0.5, 0.9, 0.5]), 60.0)).tolist()
    [63.0, 61.0, 62.0]
    """
    rounded = np.round(scores.astype(np.float64), SCORE_DECIMALS)
    order = np.lexsort((-np.arange(len(rounded)), -rounded))
    ranks = np.empty(len(rounded), dtype=np.float64)
    ranks[order] = np.arange(1, len(rounded) + 1)
    return 1.0 / (constant + ranks)
