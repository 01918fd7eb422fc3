"""What backends have in common that refine one of the two plain rankings."""

from __future__ import annotations

from typing import ClassVar, Literal

from memory_backends.retrieval.bm25 import bm25_scorer
from memory_backends.retrieval.embedded import Embedded, EmbeddingOptions
from memory_backends.retrieval.ranked import Scorer
from sim.views import Memory

K1, B = 1.5, 0.75  # as in the bm25 backend


class RankerOptions(EmbeddingOptions):
    """Which ranking is refined; ``embedder`` counts for ``dense`` alone."""

    ranker: Literal["bm25", "dense"] = "bm25"


class MeaningOptions(RankerOptions):
    """The same, by meaning unless one says otherwise."""

    ranker: Literal["bm25", "dense"] = "dense"


class OneRanker(Embedded):
    """Ranks as ``bm25`` or as ``dense`` does."""

    Options: ClassVar[type[RankerOptions]] = RankerOptions
    options: RankerOptions

    def _scorer(self, entries: tuple[Memory, ...]) -> Scorer:
        if self.options.ranker == "dense":
            return super()._scorer(entries)
        return bm25_scorer([entry.text for entry in entries], k1=K1, b=B)

    def _found(self, score: float) -> bool:
        """Whether a score means that anything was found at all."""
        return self.options.ranker == "dense" or score > 0
