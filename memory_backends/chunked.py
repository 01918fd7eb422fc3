"""What all backends have in common that keep sessions as they were said, in chunks."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from pydantic import Field

from memory_backends.base import BackendOptions, MemoryBackend
from memory_backends.chunks import CHUNK_TOKENS, Granularity, Speakers, cut, default_speakers
from sim.views import Memory, Session


class ChunkOptions(BackendOptions):
    """How sessions are cut. ``speakers`` None means: user for turns, both for all else.

    ``chunk_tokens`` bounds the entries of granularity ``chunk`` (estimated, four characters each).
    """

    granularity: Granularity = "turn"
    speakers: Speakers | None = None
    chunk_tokens: int = Field(default=CHUNK_TOKENS, ge=1)


class Chunked(MemoryBackend):
    """Entries in the order in which they came. Subclasses say how to search them.

    A session that comes again replaces its own entries, in their old places.
    """

    Options: ClassVar[type[ChunkOptions]] = ChunkOptions
    options: ChunkOptions

    def __init__(self, user_id: str, options: BackendOptions | None = None) -> None:
        super().__init__(user_id, options)
        self._granularity = self.options.granularity
        self._speakers = self.options.speakers or default_speakers(self._granularity)
        self._entries: dict[str, Memory] = {}

    def add(self, session: Session) -> None:
        """Cut the session and keep the pieces."""
        for entry in self._cut(session):
            self._entries[entry.id] = entry
        self._changed()

    def get_all(self) -> list[Memory]:
        """The entries in the order in which they came."""
        return list(self._entries.values())

    def delete(self, memory_id: str) -> None:
        """Forget one entry; KeyError if there is none of that id."""
        del self._entries[memory_id]
        self._changed()

    def reset(self) -> None:
        """Forget everything."""
        self._entries.clear()
        self._changed()

    def _cut(self, session: Session) -> list[Memory]:
        return list(cut(session, self._granularity, self._speakers, self.options.chunk_tokens))

    def _changed(self) -> None:
        """Called after every change of the entries; an index hears here that it is stale."""

    def _until(self, at: datetime) -> list[Memory]:
        """The entries that existed at a date, in the order in which they came."""
        return [entry for entry in self._entries.values() if entry.created_at <= at]
