"""Filler: conversations around the facts of an episode, and the filter that keeps them harmless."""

from experiments.filler.drawing import Drawn, draw
from experiments.filler.known import FILE, forget, keep, pool_of, recall
from experiments.filler.session import Filler
from experiments.filler.sifting import Pool, sift
from experiments.filler.sources import fingerprint, sessions

__all__ = [
    "FILE",
    "Drawn",
    "Filler",
    "Pool",
    "draw",
    "fingerprint",
    "forget",
    "keep",
    "pool_of",
    "recall",
    "sessions",
    "sift",
]
