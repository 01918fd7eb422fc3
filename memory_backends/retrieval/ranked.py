"""Chunks ranked by an index that is built at most once after the store has changed."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from memory_backends.chunked import Chunked
from memory_backends.retrieval.ranking import best
from sim.views import Memory

Scorer = Callable[[str], NDArray[np.floating]]


@dataclass(frozen=True, slots=True)
class Index:
    """The entries at one time, their dates, and what scores a query against each of them."""

    entries: tuple[Memory, ...]
    dates: NDArray[np.datetime64]
    score: Scorer


class Ranked(Chunked):
    """Returns the entries that score best. Subclasses build the scorer for a list of entries.

    All questions asked between two changes of the store share one index. Entries later than the
    date of asking are left out before the best ``k`` are taken. (Collection statistics, as BM25
    has them, are those of the whole store.)
    """

    floor: ClassVar[float | None] = None
    _index: Index | None = None

    @abstractmethod
    def _scorer(self, entries: tuple[Memory, ...]) -> Scorer:
        """What scores a query against each of these entries (at least one), in their order."""

    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
        """The ``k`` best entries that existed at ``at``, with their scores; ties newest first."""
        if not self._entries or not query.strip():
            return []
        index = self._built()
        found = self._best(index, query, index.dates <= _stamp(at), k)
        return [replace(index.entries[place], score=score) for place, score in found]

    def _best(
        self, index: Index, query: str, eligible: NDArray[np.bool_], k: int
    ) -> list[tuple[int, float]]:
        """Places and scores of the ``k`` best eligible entries, best first."""
        return best(index.score(query), eligible, k, above=self.floor)

    def _searched(self) -> tuple[Memory, ...]:
        """The entries that are ranked; of equals, a later one comes first."""
        return tuple(self._entries.values())

    def _built(self) -> Index:
        if self._index is None:
            entries = self._searched()
            dates = np.array([_stamp(entry.created_at) for entry in entries])
            self._index = Index(entries, dates, self._scorer(entries))
        return self._index

    def _changed(self) -> None:
        self._index = None


def _stamp(date: datetime) -> np.datetime64:
    return np.datetime64(date, "us")
