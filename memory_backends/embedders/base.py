"""The port of embedders."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from memory_backends.base import BackendOptions
from memory_backends.embedders.cache import VECTORS, Vector


class Embedder(ABC):
    """Turns texts into vectors of length one. Subclasses encode; the cache is here.

    A subclass must see to it that a vector depends on its text alone, not on the other texts of a
    call: numerical libraries round differently in batches of different shapes, and what is in a
    batch depends on what the process has embedded before.
    """

    name: ClassVar[str]
    group: ClassVar[str] = "embedders"
    Options: ClassVar[type[BackendOptions]] = BackendOptions

    def __init__(self, options: BackendOptions | None = None) -> None:
        self.options = options if options is not None else self.Options()

    @property
    @abstractmethod
    def dimensions(self) -> int:
        """The length of a vector."""

    @abstractmethod
    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors (n, dimensions) of n different texts, computed anew, of any length."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors (n, dimensions) of length one, in the order of the texts; cached by content.

        A text in which the embedder finds nothing may have a vector of zeros.
        """
        found = VECTORS.get(self._identity, texts)
        missing = [text for text in dict.fromkeys(texts) if text not in found]
        if missing:
            made = dict(zip(missing, _unit(self.encode(missing)), strict=True))
            VECTORS.put(self._identity, made)
            found |= made
        rows: list[Vector] = [found[text] for text in texts]
        return np.stack(rows) if rows else np.zeros((0, self.dimensions), dtype=np.float32)

    @property
    def _identity(self) -> str:
        """What vectors depend on besides the text: the class and its options."""
        kind = type(self)
        return f"{kind.__module__}.{kind.__qualname__} {self.options.model_dump_json()}"


def _unit(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors, dtype=np.float64))
    lengths[lengths == 0] = 1.0
    unit: NDArray[np.float32] = (vectors / lengths[:, None]).astype(np.float32)
    return unit
