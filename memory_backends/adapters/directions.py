"""Embeddings for libraries, which divide by the length of a vector whatever it is."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from memory_backends.embedders import Embedder


def width(embedder: Embedder) -> int:
    """The length of a direction: one more than the embedder's vectors have."""
    return embedder.dimensions + 1


def directions(embedder: Embedder, texts: Sequence[str]) -> list[list[float]]:
    """Vectors (n, width) of length one, with the cosines of the embedder's.

    A text in which the embedder finds nothing points where no other points, not nowhere: its
    cosine with such a text is 1 and with all others 0.

    >>> from memory_backends import embedders
    >>> sea, nothing = directions(embedders.create("hashing", dimensions=4), ["the sea", ""])
    >>> any(sea[:4]), sea[4], nothing
    (True, 0.0, [0.0, 0.0, 0.0, 0.0, 1.0])
    """
    rows = embedder.embed(texts).astype(np.float64)
    is_empty = ~rows.any(axis=1)
    found: list[list[float]] = np.column_stack([rows, is_empty]).tolist()
    return found
