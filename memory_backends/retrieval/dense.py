"""Semantic search: the cosine between the embeddings of question and entry."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from memory_backends import embedders
from memory_backends.base import BackendOptions
from memory_backends.chunked import ChunkOptions
from memory_backends.retrieval.ranked import Ranked, Scorer
from sim.views import Memory


class DenseOptions(ChunkOptions):
    """Which embedder, by name or ``module:Class``."""

    embedder: str = "use"


class Dense(Ranked):
    """Ranks turns, chunks or sessions by the cosine of their embedding with the question's.

    The search is exact. An entry is embedded when it is first searched; texts that several trials
    hold are embedded once a process (see ``memory_backends.embedders``).
    """

    name = "dense"
    group = "retrieval"
    Options: ClassVar[type[DenseOptions]] = DenseOptions
    options: DenseOptions

    def __init__(self, user_id: str, options: BackendOptions | None = None) -> None:
        super().__init__(user_id, options)
        self._embedder = embedders.create(self.options.embedder)
        self._vectors: dict[str, NDArray[np.float32]] = {}

    def _scorer(self, entries: tuple[Memory, ...]) -> Scorer:
        matrix = self._matrix([entry.text for entry in entries])

        def score(query: str) -> NDArray[np.floating]:
            # einsum sums every row in one fixed order; a BLAS product may not, so equal texts
            # could score unequal in the last digit, and that would depend on the machine's cores
            scores: NDArray[np.floating] = np.einsum("ij,j->i", matrix, self._sought(query))
            return scores

        return score

    def _sought(self, query: str) -> NDArray[np.float32]:
        """The vector that entries are compared with."""
        vector: NDArray[np.float32] = self._embedder.embed([query])[0]
        return vector

    def _matrix(self, texts: list[str]) -> NDArray[np.float32]:
        new = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        held = self._vectors | dict(zip(new, self._embedder.embed(new), strict=True))
        self._vectors = {text: held[text] for text in texts}
        return np.stack([self._vectors[text] for text in texts])
