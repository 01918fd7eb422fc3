"""A bag of words in a few hundred numbers: no model, instant, the same everywhere."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from memory_backends.base import BackendOptions
from memory_backends.embedders.base import Embedder
from sim.text import words


class HashingOptions(BackendOptions):
    """How many numbers a vector has; words fall together more rarely, the more there are."""

    dimensions: int = Field(default=256, ge=1)


class Hashing(Embedder):
    """Hashes each word to a place and a sign and adds the square root of its count there.

    It knows no meaning: two texts are as near as the words they share. For tests and smoke runs.
    """

    name = "hashing"
    Options: ClassVar[type[HashingOptions]] = HashingOptions
    options: HashingOptions

    @property
    def dimensions(self) -> int:
        """As chosen in the options."""
        return self.options.dimensions

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row a text; a text without words gets zeros."""
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in zip(vectors, texts, strict=True):
            for word, count in sorted(Counter(words(text)).items()):
                place, sign = _place(word)
                row[place % self.dimensions] += sign * count**0.5
        return vectors


@lru_cache(maxsize=65_536)
def _place(word: str) -> tuple[int, float]:
    digest = hashlib.sha256(word.encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8], "little"), 1.0 if digest[8] % 2 else -1.0
