"""Search by meaning, with passages that might answer the question beside the question itself."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from memory_backends.retrieval.dense import Dense, DenseOptions
from sim.roles.query_writer import QUERY_WRITER, WriterInput


class RewritingOptions(DenseOptions):
    """``passages`` are written for each search (PRAGMA: 1; Gao et al. leave it open)."""

    passages: int = Field(default=1, ge=1, le=16)


class QueryRewriting(Dense):
    """Searches with the mean of the question's embedding and those of made-up answers (HyDE).

    Gao et al. 2023, equation 8, as PRAGMA runs it (appendix D.1, "Query Rewriting"). The role
    ``query_writer`` is asked once a search, for all passages together; the papers draw each by
    itself at temperature 0.7.
    """

    name = "query_rewriting"
    group = "retrieval"
    Options: ClassVar[type[RewritingOptions]] = RewritingOptions
    options: RewritingOptions

    def _sought(self, query: str) -> NDArray[np.float32]:
        given = WriterInput(query, self.options.passages, self.lexicon)
        passages = self.play(QUERY_WRITER, given, query).texts
        return mean_direction(self._embedder.embed([query, *passages]))


def mean_direction(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """The mean of some vectors (n, d), at length one; zeros if they cancel out.

    >>> mean_direction(np.array([[1, 0], [0, 1]], dtype=np.float32)).round(3).tolist()
    [0.7070000171661377, 0.7070000171661377]
    """
    mean = vectors.mean(axis=0, dtype=np.float64)
    length = float(np.sqrt(np.einsum("i,i->", mean, mean)))
    unit: NDArray[np.float32] = (mean / (length or 1.0)).astype(np.float32)
    return unit
