"""The latest entries, whatever the question: what a rolling window of context remembers."""

from __future__ import annotations

from datetime import datetime

from memory_backends.chunked import Chunked
from sim.views import Memory


class Recency(Chunked):
    """Returns the latest entries, newest first.

    It cuts sessions as ``bm25`` and ``dense`` do, so that the three differ in ranking only.
    """

    name = "recency"
    group = "references"

    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:  # noqa: ARG002
        """The ``k`` latest entries, newest first; of one minute, the one that came last first."""
        latest = sorted(self._until(at), key=lambda entry: entry.created_at)[-k:] if k > 0 else []
        return latest[::-1]
