"""Step 2 of the conflict filter: the filler that a search for a gold sentence would bring up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from experiments.filler.gold import GoldSentence
from experiments.filler.session import Filler
from memory_backends import embedders
from memory_backends.retrieval.bm25 import bm25_scorer
from memory_backends.retrieval.ranking import best

NEAREST = 10  # sessions a sentence and a way of searching (MEME, appendix B.4)
K1, B = 1.5, 0.75
BLOCK = 256  # sentences compared at once, to bound memory

Floats = NDArray[np.floating]


def candidates(
    gold: Sequence[GoldSentence], fillers: Sequence[Filler], embedder: str
) -> Iterator[tuple[int, int]]:
    """Pairs (place of a gold sentence, place of a filler): the nearest by words and by meaning."""
    if not gold or not fillers:
        return
    allowed = np.ones(len(fillers), dtype=np.bool_)
    lexical = bm25_scorer([filler.text for filler in fillers], k1=K1, b=B)
    semantic = _similarities(gold, fillers, embedder)
    for place, (sentence, near) in enumerate(zip(gold, semantic, strict=True)):
        words = best(lexical(sentence.text), allowed, NEAREST, above=0.0)
        meaning = best(near, allowed, NEAREST)
        for filler in dict.fromkeys(found for found, _ in (*words, *meaning)):
            yield place, filler


def _similarities(
    gold: Sequence[GoldSentence], fillers: Sequence[Filler], embedder: str
) -> Iterator[Floats]:
    """For each sentence, each filler's nearest turn: turns are embedded, never whole sessions."""
    model = embedders.create(embedder)
    texts = list(dict.fromkeys(text for filler in fillers for _, text in filler.turns))
    places = {text: place for place, text in enumerate(texts)}
    turns = [[places[text] for _, text in filler.turns] for filler in fillers]
    starts = np.cumsum([0, *map(len, turns)])[:-1]
    flat = np.array([place for own in turns for place in own], dtype=np.intp)
    matrix = model.embed(texts)
    for start in range(0, len(gold), BLOCK):
        asked = model.embed([sentence.text for sentence in gold[start : start + BLOCK]])
        scores = np.einsum("gd,td->gt", asked, matrix)  # sums in one fixed order, unlike BLAS
        yield from np.maximum.reduceat(scores[:, flat], starts, axis=1)
