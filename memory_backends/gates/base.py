"""The port of storage gates: after each session, is it worth storing?"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from memory_backends.base import BackendOptions
from sim.views import Session


@dataclass(frozen=True, slots=True)
class Feedback:
    """What later use showed about stored sessions: their ids, by how often they were retrieved."""

    session_id: str
    retrieved: int


class Gate(ABC):
    """Decides, for one user, which sessions go into memory."""

    name: ClassVar[str]
    Options: ClassVar[type[BackendOptions]] = BackendOptions

    def __init__(self, user_id: str, options: BackendOptions | None = None) -> None:
        self.user_id = user_id
        self.options = options if options is not None else self.Options()

    @abstractmethod
    def decide(self, session: Session, history: Sequence[Session]) -> bool:
        """Whether to store a finished session, given all sessions before it (oldest first)."""

    def learn(self, feedback: Sequence[Feedback]) -> None:
        """Take in delayed feedback; by default a gate does not learn."""
