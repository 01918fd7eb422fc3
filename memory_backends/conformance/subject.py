"""The backend under test: fresh instances for fresh users, closed when a check is over."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, cast

from memory_backends.base import Capabilities, MemoryBackend
from memory_backends.conformance.script import AFTERWARDS, little_life
from memory_backends.returned import answer, memories
from sim.views import Answer, Memory, Question, Session


class Broken(Exception):
    """A check did not hold; the message says what was seen."""


class Subject:
    """Makes instances of the backend. Every check has its own users, none is met twice."""

    def __init__(
        self, make: Callable[[str], MemoryBackend], check: str, able: Capabilities, size: int
    ) -> None:
        self._make, self._check = make, check.replace(" ", "-")
        self._open: list[MemoryBackend] = []
        self._made = 0
        self.able, self.size = able, size

    def fresh(self, user_id: str | None = None) -> MemoryBackend:
        """An empty backend, of a new user unless one is named."""
        self._made += 1
        made = self._make(f"{self._check}-{user_id or self._made}")
        self._open.append(made)
        return cast("MemoryBackend", _Looked(made))

    def filled(self, sessions: Iterable[Session] | None = None) -> MemoryBackend:
        """A backend that has taken in sessions, by default the little life."""
        backend = self.fresh()
        for session in little_life(backend.user_id) if sessions is None else sessions:
            backend.add(session)
        return backend

    def close(self) -> None:
        """Close all instances made."""
        for backend in self._open:
            backend.close()


class _Looked:
    """A backend that behaves as it does, except that what it returns is looked at first."""

    def __init__(self, backend: MemoryBackend) -> None:
        self._backend = backend

    def __getattr__(self, name: str) -> Any:
        return getattr(self._backend, name)

    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
        return memories("search", self._backend.search(query, k=k, at=at))

    def get_all(self) -> list[Memory]:
        return memories("get_all", self._backend.get_all())

    def answer(self, question: Question, *, k: int) -> Answer:
        return answer(self._backend.answer(question, k=k))


def require(holds: bool, otherwise: str) -> None:
    """Raise Broken with a sentence unless something holds."""
    if not holds:
        raise Broken(otherwise)


def everything(backend: MemoryBackend, query: str, *, k: int = 1000) -> list[Memory]:
    """All that a backend finds for a query when all is over."""
    return backend.search(query, k=k, at=AFTERWARDS)


def essence(memories: Iterable[Memory]) -> list[tuple[object, ...]]:
    """What must be the same about memories; scores belong to a search, not to the store."""
    return [(m.id, m.text, m.created_at, m.sessions, m.turns) for m in memories]
