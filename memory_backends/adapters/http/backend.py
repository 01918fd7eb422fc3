"""A memory that is a service somebody runs: what all adapters to such have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import ClassVar

from pydantic import Field

from memory_backends.adapters.http.ledger import Held, Ledger
from memory_backends.adapters.http.service import Service
from memory_backends.base import BackendOptions, MemoryBackend
from sim.views import Memory, Session


class ServiceOptions(BackendOptions):
    """Where the service is, and how long one waits for it, in seconds.

    ``timeout`` is for an answer, ``patience`` for what is done after it.
    """

    url: str
    timeout: float = Field(default=120, gt=0)
    patience: float = Field(default=600, gt=0)
    pause: float = Field(default=0.5, ge=0)


class AtService(MemoryBackend):
    """Keeps one user's memory in a service, in a place of its own that is removed at the end.

    The service calls its models itself, by its own configuration: these calls stand in no table of
    a run. What it holds is dated by the sessions after which it was seen (``Ledger``).
    """

    group = "services"
    native_time = False
    Options: ClassVar[type[ServiceOptions]] = ServiceOptions
    options: ServiceOptions
    service: Service

    def __init__(self, user_id: str, options: BackendOptions | None = None) -> None:
        super().__init__(user_id, options)
        self._headers = self.headers()
        self._is_reached = False
        self._ledger = Ledger()

    def _reach(self) -> None:
        """Connect and make a place for this user, at the first request."""
        if self._is_reached:
            return
        given = self.options
        self.service = Service(
            self.name,
            given.url,
            self._headers,
            timeout=given.timeout,
            patience=given.patience,
            pause=given.pause,
        )
        try:
            self.settle()
        except Exception:
            self.service.close()
            raise
        self._is_reached = True

    def headers(self) -> Mapping[str, str]:
        """What every request carries. Raises Misuse when a key is missing."""
        return {}

    @abstractmethod
    def settle(self) -> None:
        """Make an empty place for this user."""

    @abstractmethod
    def leave(self) -> None:
        """Remove the place with all that it holds."""

    @abstractmethod
    def tell(self, session: Session) -> None:
        """Send a session and wait until it has been taken in."""

    @abstractmethod
    def held(self) -> Sequence[Held]:
        """All that the service holds for this user."""

    @abstractmethod
    def found(self, query: str, k: int) -> Sequence[Held]:
        """What the service finds, best first."""

    def add(self, session: Session) -> None:
        """Send the session and note what has come by it; one without words is not sent."""
        self._reach()
        if any(turn.text.strip() for turn in session.turns):
            self.tell(session)
        self._ledger.after(session, self.held())

    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
        """What the service finds, but for what came after the question."""
        self._reach()
        found = self._ledger.memories(self.found(query, k))
        return [memory for memory in found if memory.created_at <= at]

    def get_all(self) -> list[Memory]:
        """What the service holds, oldest first."""
        self._reach()
        held = self._ledger.memories(self.held())
        return sorted(held, key=lambda memory: memory.created_at)

    def reset(self) -> None:
        """Move to an empty place."""
        self._reach()
        self.leave()
        self.settle()
        self._ledger = Ledger()

    def close(self) -> None:
        """Remove the place, if one was made; safe to call twice."""
        if not self._is_reached:
            return
        self._is_reached = False
        try:
            self.leave()
        finally:
            self.service.close()


def transcript(session: Session) -> str:
    """A session under its date, one line a turn."""
    return f"Conversation of {session.started_at:%Y-%m-%d %H:%M}\n{session.text}"
