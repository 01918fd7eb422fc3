"""What was found, with what was said around it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import ClassVar

from pydantic import Field

from memory_backends.base import BackendOptions
from memory_backends.retrieval.choosing import OneRanker, RankerOptions
from sim.views import Memory


class WindowOptions(RankerOptions):
    """``radius`` entries of the same session on either side come along."""

    radius: int = Field(default=2, ge=0)


class Window(OneRanker):
    """Brings back each turn with its neighbours, two on either side (PRAGMA, baseline "Window").

    Neighbours count among the ``k`` memories, each as the entry it is: the best turn first, then
    what was said around it, then the next best. So a window costs what it takes of the context;
    the paper brings ten windows whatever they hold, which is ``k`` 50 here.
    """

    name = "window"
    group = "retrieval"
    Options: ClassVar[type[WindowOptions]] = WindowOptions
    options: WindowOptions

    def __init__(self, user_id: str, options: BackendOptions | None = None) -> None:
        super().__init__(user_id, options)
        self._rows: dict[str, list[Memory]] = {}

    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
        """At most ``k`` entries that existed at ``at``: window after window, the best first."""
        brought: dict[str, Memory] = {}
        for memory in super().search(query, k=k, at=at):
            if len(brought) < k and self._found(memory.score or 0.0):
                for one in (memory, *self._around(memory, at)):
                    brought.setdefault(one.id, one)
        return list(brought.values())[:k]

    def _changed(self) -> None:
        super()._changed()
        self._rows = {}

    def _around(self, memory: Memory, at: datetime) -> list[Memory]:
        """The neighbours by then, in their order, under the score of what they stand beside."""
        row = self._row(memory.sessions[0])
        place = next(n for n, entry in enumerate(row) if entry.id == memory.id)
        radius = self.options.radius
        near = [*row[max(0, place - radius) : place], *row[place + 1 : place + radius + 1]]
        return [replace(one, score=memory.score) for one in near if one.created_at <= at]

    def _row(self, session: str) -> list[Memory]:
        """The entries of a session, in their order."""
        if not self._rows:
            for entry in self._entries.values():
                self._rows.setdefault(entry.sessions[0], []).append(entry)
        return self._rows[session]
