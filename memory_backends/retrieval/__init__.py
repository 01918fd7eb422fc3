"""Raw retrieval: what was said, ranked against the question."""

from memory_backends.retrieval.adaptive_k import AdaptiveK
from memory_backends.retrieval.bm25 import Bm25
from memory_backends.retrieval.dense import Dense
from memory_backends.retrieval.dynamic import Dynamic
from memory_backends.retrieval.hybrid import Hybrid
from memory_backends.retrieval.query_rewriting import QueryRewriting
from memory_backends.retrieval.raptor import Raptor
from memory_backends.retrieval.self_rag import SelfRag
from memory_backends.retrieval.synthesis import Synthesising
from memory_backends.retrieval.window import Window

__all__ = [
    "AdaptiveK",
    "Bm25",
    "Dense",
    "Dynamic",
    "Hybrid",
    "QueryRewriting",
    "Raptor",
    "SelfRag",
    "Synthesising",
    "Window",
]
