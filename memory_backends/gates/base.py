"""The port of storage gates: after each session, is it worth storing?"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from memory_backends.base import BackendOptions
from memory_backends.playing import Play, scripted
from sim.views import Session

__all__ = ["Feedback", "Gate", "Play"]


@dataclass(frozen=True, slots=True)
class Feedback:
    """What later use showed about stored sessions: their ids, by how often they were retrieved."""

    session_id: str
    retrieved: int


class Gate(ABC):
    """Decides, for one user, which sessions go into memory.

    ``play`` is how the gate calls roles of the cast: by their scripted twins unless another is set
    before the first decision. ``recalled`` names earlier sessions that are worth storing after
    all; they are stored late where a trial allows it.
    """

    name: ClassVar[str]
    Options: ClassVar[type[BackendOptions]] = BackendOptions
    play: Play = staticmethod(scripted)

    def __init__(self, user_id: str, options: BackendOptions | None = None) -> None:
        self.user_id = user_id
        self.options = options if options is not None else self.Options()

    @abstractmethod
    def decide(self, session: Session, history: Sequence[Session]) -> bool:
        """Whether to store a finished session, given all sessions before it (oldest first)."""

    def learn(self, feedback: Sequence[Feedback]) -> None:
        """Take in delayed feedback; by default a gate does not learn."""

    def recalled(self) -> tuple[str, ...]:
        """Sessions found worth storing since the last decision, skipped then; by default none."""
        return ()

    def regretted(self) -> frozenset[str]:
        """Stored sessions that by now seem transient, to be evicted first; by default none."""
        return frozenset()
