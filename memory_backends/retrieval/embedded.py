"""What backends have in common that compare embeddings."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from memory_backends import embedders
from memory_backends.base import BackendOptions
from memory_backends.chunked import ChunkOptions
from memory_backends.retrieval.ranked import Ranked, Scorer
from sim.views import Memory


class EmbeddingOptions(ChunkOptions):
    """Which embedder, by name or ``module:Class``."""

    embedder: str = "use"


class Embedded(Ranked):
    """Ranks entries by the cosine of their embedding with the question's.

    An entry is embedded when it is first searched; texts that several trials hold are embedded
    once a process (see ``memory_backends.embedders``).
    """

    Options: ClassVar[type[EmbeddingOptions]] = EmbeddingOptions
    options: EmbeddingOptions

    def __init__(self, user_id: str, options: BackendOptions | None = None) -> None:
        super().__init__(user_id, options)
        self._embedder = embedders.create(self.options.embedder)
        self._vectors: dict[str, NDArray[np.float32]] = {}

    def _scorer(self, entries: tuple[Memory, ...]) -> Scorer:
        matrix = self._matrix([entry.text for entry in entries])
        return lambda query: cosines(matrix, self._sought(query))

    def _sought(self, query: str) -> NDArray[np.float32]:
        """The vector that entries are compared with."""
        vector: NDArray[np.float32] = self._embedder.embed([query])[0]
        return vector

    def _matrix(self, texts: list[str]) -> NDArray[np.float32]:
        new = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        held = self._vectors | dict(zip(new, self._embedder.embed(new), strict=True))
        self._vectors = {text: held[text] for text in texts}
        return np.stack([self._vectors[text] for text in texts])


def cosines(matrix: NDArray[np.float32], vector: NDArray[np.float32]) -> NDArray[np.float32]:
    """The products of rows (n, d) with a vector, all of length one."""
    # einsum sums every row in one fixed order; a BLAS product may not, so equal texts could score
    # unequal in the last digit, and that would depend on the machine's cores
    found: NDArray[np.float32] = np.einsum("ij,j->i", matrix, vector)
    return found
