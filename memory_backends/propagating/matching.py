"""Finding what a question is about: by the words of what was told and of questions it answers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from memory_backends.propagating.entries import Told
from memory_backends.retrieval.bm25 import bm25_scorer
from memory_backends.retrieval.ranking import SCORE_DECIMALS

K1, B = 1.5, 0.75  # as in the bm25 backend


class Matching:
    """An index over what was told. A plain note stands for itself, all else for its subject."""

    def __init__(self, told: Sequence[Told]) -> None:
        units = {(key(one), text): None for one in told for text in _texts(one)}
        self._keys = [name for name, _ in units]
        self._score = bm25_scorer([text for _, text in units], k1=K1, b=B) if units else None

    def ranked(self, query: str) -> list[tuple[str, float]]:
        """Keys with the score of their best unit, best first; equals in the order of telling."""
        if self._score is None or not query.strip():
            return []
        scores = np.round(self._score(query).astype(np.float64), SCORE_DECIMALS)
        best: dict[str, float] = {}
        for name, score in zip(self._keys, scores.tolist(), strict=True):
            best[name] = max(score, best.get(name, 0.0))
        found = [(name, score) for name, score in best.items() if score > 0]
        return sorted(found, key=lambda item: -item[1])


def key(one: Told) -> str:
    """What an entry is found under."""
    return one.id if one.note.act == "note" else one.note.about


def _texts(one: Told) -> Sequence[str]:
    return (*one.note.asked, one.note.words)
