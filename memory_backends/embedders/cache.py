"""Vectors that have been computed, by embedder and text, for the whole process."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from threading import Lock

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]
MAX_BYTES = 128 * 2**20  # about 60,000 vectors of 512 numbers


class VectorCache:
    """Forgets the vectors used longest ago once it holds more than ``max_bytes``.

    Bytes are those of vectors and texts (as UTF-8); Python's own overhead is not counted. Safe
    to use from several threads. Vectors are read-only, since they are shared.
    """

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self.max_bytes = max_bytes
        self.bytes = 0
        self._vectors: OrderedDict[tuple[str, str], Vector] = OrderedDict()
        self._lock = Lock()

    def get(self, embedder: str, texts: Iterable[str]) -> dict[str, Vector]:
        """The vectors that are here, by text."""
        found = {}
        with self._lock:
            for text in texts:
                key = (embedder, text)
                if key in self._vectors:
                    self._vectors.move_to_end(key)
                    found[text] = self._vectors[key]
        return found

    def put(self, embedder: str, vectors: Mapping[str, Vector]) -> None:
        """Keep vectors, and let go of those used longest ago."""
        with self._lock:
            for text, vector in vectors.items():
                self._keep((embedder, text), vector)
            while self.bytes > self.max_bytes:
                key, vector = self._vectors.popitem(last=False)
                self.bytes -= _size(key, vector)

    def clear(self) -> None:
        """Forget every vector."""
        with self._lock:
            self._vectors.clear()
            self.bytes = 0

    def __len__(self) -> int:
        return len(self._vectors)

    def _keep(self, key: tuple[str, str], vector: Vector) -> None:
        own = vector.copy()  # a row of a batch would keep the whole batch alive
        own.setflags(write=False)
        if key in self._vectors:
            self.bytes -= _size(key, self._vectors.pop(key))
        self._vectors[key] = own
        self.bytes += _size(key, own)


def _size(key: tuple[str, str], vector: Vector) -> int:
    return vector.nbytes + len(key[1].encode("utf-8", "surrogatepass"))


VECTORS = VectorCache()
