"""Semantic search: the cosine between the embeddings of question and entry."""

from __future__ import annotations

from importlib.util import find_spec
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import field_validator

from memory_backends.base import BackendOptions
from memory_backends.retrieval.embedded import Embedded, EmbeddingOptions, cosines
from memory_backends.retrieval.nearest import LIBRARY, Nearest
from memory_backends.retrieval.ranked import Index, Scorer
from memory_backends.retrieval.ranking import best
from sim.errors import MissingExtra
from sim.views import Memory

IndexKind = Literal["exact", "approximate"]


class DenseOptions(EmbeddingOptions):
    """``index`` says whether stores of more than ten thousand entries may be searched in part.

    It is never chosen for the user: what a run finds must not depend on what is installed.
    """

    index: IndexKind = "exact"

    @field_validator("index")
    @classmethod
    def _installed(cls, index: IndexKind) -> IndexKind:
        if index == "approximate" and find_spec(LIBRARY) is None:
            raise MissingExtra("an approximate index", "ann")
        return index


class Dense(Embedded):
    """Ranks turns, chunks or sessions by the cosine of their embedding with the question's.

    The search is exact, unless ``index=approximate`` and more than ten thousand entries may be
    found: then a graph of neighbours proposes some, which are scored exactly.
    """

    name = "dense"
    group = "retrieval"
    Options: ClassVar[type[DenseOptions]] = DenseOptions
    options: DenseOptions

    def __init__(self, user_id: str, options: BackendOptions | None = None) -> None:
        super().__init__(user_id, options)
        self._nearest = Nearest() if self.options.index == "approximate" else None

    def _scorer(self, entries: tuple[Memory, ...]) -> Scorer:
        if self._nearest is not None:
            texts = [entry.text for entry in entries]
            self._nearest.hold(texts, self._matrix(texts))
        return super()._scorer(entries)

    def _best(
        self, index: Index, query: str, eligible: NDArray[np.bool_], k: int
    ) -> list[tuple[int, float]]:
        if self._nearest is None or not self._nearest.serves(eligible, k):
            return super()._best(index, query, eligible, k)
        vector = self._sought(query)
        places = self._nearest.proposed(vector, eligible, k)
        if len(places) < k:  # too few of the many that a graph leads to may be found
            return super()._best(index, query, eligible, k)
        scores = np.full(len(eligible), -np.inf)
        scores[places] = cosines(self._nearest.matrix[places], vector)
        return best(scores, np.isfinite(scores), k)
