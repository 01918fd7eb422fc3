"""Lexical search: BM25 over turns, chunks or sessions, with bm25s."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from memory_backends.chunked import ChunkOptions
from memory_backends.retrieval.ranked import Ranked, Scorer
from memory_backends.retrieval.words import stems
from sim.views import Memory


class Bm25Options(ChunkOptions):
    """Saturation ``k1`` and length normalisation ``b``; defaults as KnowAct (its baselines)."""

    k1: float = Field(default=1.5, ge=0)
    b: float = Field(default=0.75, ge=0, le=1)


class Bm25(Ranked):
    """Ranks turns, chunks or sessions by the words they share with the question (BM25).

    The variant is Lucene's (inverse document frequencies are never negative). Entries that share
    no word with the question are not returned, so there may be fewer than ``k``.
    """

    name = "bm25"
    group = "retrieval"
    Options: ClassVar[type[Bm25Options]] = Bm25Options
    options: Bm25Options
    floor = 0.0

    def _scorer(self, entries: tuple[Memory, ...]) -> Scorer:
        texts = [entry.text for entry in entries]
        return bm25_scorer(texts, k1=self.options.k1, b=self.options.b)


def bm25_scorer(texts: list[str], *, k1: float, b: float) -> Scorer:
    """What scores a query against each text, in their order."""
    from bm25s import BM25

    vocabulary: dict[str, int] = {}
    numbered = [[vocabulary.setdefault(s, len(vocabulary)) for s in stems(text)] for text in texts]
    if not vocabulary:
        return lambda _: np.zeros(len(texts))
    index = BM25(k1=k1, b=b, method="lucene", dtype="float64")
    index.index((numbered, vocabulary), create_empty_token=False, show_progress=False)

    def score(query: str) -> NDArray[np.floating]:
        known = [vocabulary[stem] for stem in stems(query) if stem in vocabulary]
        scores: NDArray[np.floating] = index.get_scores_from_ids(known)
        return scores

    return score
