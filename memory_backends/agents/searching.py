"""Finding the entries whose texts are nearest to a query."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from memory_backends.embedders.rows import Rows
from memory_backends.retrieval.ranking import best
from sim.views import Memory


def nearest(
    rows: Rows,
    query: str,
    entries: Sequence[Memory],
    k: int,
    text_of: Callable[[Memory], str] = lambda entry: entry.text,
) -> list[Memory]:
    """At most ``k`` entries by the cosine of what ``text_of`` gives with the query, best first."""
    if not entries or not query.strip() or k <= 0:
        return []
    scores = rows.cosines(query, [text_of(entry) for entry in entries])
    found = best(scores, np.ones(len(entries), dtype=np.bool_), k)
    return [replace(entries[place], score=score) for place, score in found]
