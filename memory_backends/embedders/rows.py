"""Vectors of texts in one growing matrix, so that a store is not stacked anew for every search."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from memory_backends.embedders.base import Embedder

SPARE = 2  # rows for each text of the largest question so far; beyond it all is made anew
FEWEST = 64  # rows a matrix begins with


class Rows:
    """One row a text, in the order in which texts were first asked about."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._places: dict[str, int] = {}
        self._most = FEWEST
        self._matrix = np.zeros((FEWEST, embedder.dimensions), dtype=np.float32)

    def cosines(self, query: str, texts: Sequence[str]) -> NDArray[np.float32]:
        """The cosine of each text with a query, in the order of the texts."""
        self._most = max(self._most, len(texts))
        if len(self._places) > SPARE * self._most:  # most of what is there was deleted since
            self._places.clear()
            self._most = max(FEWEST, len(texts))
        self._enter([text for text in dict.fromkeys(texts) if text not in self._places])
        vector = self._embedder.embed([query])[0]
        # einsum sums every row in one fixed order, whatever the number of rows (see dense)
        scores = np.einsum("ij,j->i", self._matrix[: len(self._places)], vector)
        found: NDArray[np.float32] = scores[[self._places[text] for text in texts]]
        return found

    def _enter(self, new: list[str]) -> None:
        if not new:
            return
        have = len(self._places)
        while have + len(new) > len(self._matrix):
            self._matrix = np.concatenate([self._matrix, np.zeros_like(self._matrix)])
        self._matrix[have : have + len(new)] = self._embedder.embed(new)
        self._places.update({text: have + place for place, text in enumerate(new)})
