"""Near neighbours in large stores, found in part of the time that looking at all would take."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

LIBRARY = "faiss"  # the extra ``ann``
EXACT_UP_TO = 10_000  # entries; so many are looked at one by one in about half a millisecond
DEEPEST = 100  # memories; whoever wants more is better off with all scores
LINKS, BREADTH_BUILDING, BREADTH_SEARCHING = 16, 128, 256  # as measured in docs/performance.md
SPARE = 16  # proposals beyond four times the depth: of equals, the exact order decides


class Nearest:
    """A navigable graph over vectors (HNSW, Malkov and Yashunin 2020), which grows at its end.

    It is a function of the vectors and their order alone: rows are added one at a time by one
    thread, and it is built anew when others than the last have changed. ``matrix`` (n, d) are
    the vectors held, of length one.
    """

    def __init__(self) -> None:
        self.matrix: NDArray[np.float32] = np.zeros((0, 0), dtype=np.float32)
        self._texts: list[str] = []
        self._graph: Any = None

    def hold(self, texts: list[str], matrix: NDArray[np.float32]) -> None:
        """Take in the vectors of some texts; no graph is made of few."""
        self.matrix = matrix
        if len(texts) <= EXACT_UP_TO:
            return
        if self._graph is None or texts[: len(self._texts)] != self._texts:
            self._graph, self._texts = _graph(matrix.shape[1]), []
        for row in matrix[len(self._texts) :]:
            self._graph.add(row[None])
        self._texts = list(texts)

    def serves(self, eligible: NDArray[np.bool_], k: int) -> bool:
        """Whether to ask the graph: many may be found, and few are wanted."""
        return int(np.count_nonzero(eligible)) > EXACT_UP_TO and 0 < k <= DEEPEST

    def proposed(
        self, vector: NDArray[np.float32], eligible: NDArray[np.bool_], k: int
    ) -> NDArray[np.intp]:
        """Places of eligible rows that seem nearest to a vector, more than ``k`` of them."""
        library = _library()
        among = library.IDSelectorBitmap(np.packbits(eligible, bitorder="little"))
        how = library.SearchParametersHNSW(efSearch=BREADTH_SEARCHING, sel=among)
        _, found = self._graph.search(vector[None], 4 * k + SPARE, params=how)
        places: NDArray[np.intp] = found[0][found[0] >= 0].astype(np.intp)
        return places


def _library() -> Any:
    return import_module(LIBRARY)


def _graph(dimensions: int) -> Any:
    library = _library()
    graph = library.IndexHNSWFlat(dimensions, LINKS, library.METRIC_INNER_PRODUCT)
    graph.hnsw.efConstruction = BREADTH_BUILDING
    return graph
