"""Raw retrieval: what was said, ranked against the question."""

from memory_backends.retrieval.bm25 import Bm25
from memory_backends.retrieval.dense import Dense

__all__ = ["Bm25", "Dense"]
