"""The whole history as context: an upper bound on what storage keeps, a lower one on thrift."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from memory_backends.chunked import Chunked, ChunkOptions
from memory_backends.chunks import Speakers
from sim.views import Memory


class FullContextOptions(ChunkOptions):
    """As for other chunks, but both speakers are kept unless one says otherwise."""

    speakers: Speakers | None = "both"


class FullContext(Chunked):
    """Returns all that was ever said, oldest first, whatever the question.

    It ignores ``k``: the long-context baseline of the papers reads the whole history. A budget
    still bounds it, since evicted entries are gone.
    """

    name = "full_context"
    group = "references"
    Options: ClassVar[type[ChunkOptions]] = FullContextOptions
    ignores_k = True

    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:  # noqa: ARG002
        """Everything said until ``at``, in the order in which it was said."""
        return self._until(at)
