"""The port every memory system implements, in the words Mem0 users already know.

One instance serves one user. Simulated time is an argument: a session carries its dates, a search
the date of asking. Only ``add``, ``search`` and ``get_all`` are required; the other methods are
capabilities a backend may have, found out by ``capabilities`` and checked before a run starts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, fields
from datetime import datetime
from typing import ClassVar

from pydantic import BaseModel, ConfigDict

from memory_backends.playing import Entry, Play, scripted, shut
from sim.errors import LacksCapability
from sim.lexicon import Lexicon
from sim.views import Answer, Memory, Question, Session


class BackendOptions(BaseModel):
    """The options of a backend, a gate or an embedder; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a backend can do beyond add and search, and how it treats depth and time.

    ``native_time`` is false for systems whose entries know no simulated date of their own, so that
    an adapter has to stamp them. ``ignores_k`` marks a backend that returns all it has.
    """

    delete: bool
    answer: bool
    enumerate: bool = True
    reset: bool = False
    native_time: bool = True
    ignores_k: bool = False

    def names(self) -> tuple[str, ...]:
        """Those that are true, in the order of the fields.

        >>> Capabilities(delete=True, answer=False).names()
        ('delete', 'enumerate', 'native_time')
        """
        return tuple(each.name for each in fields(self) if getattr(self, each.name))


class MemoryBackend(ABC):
    """A memory of one user. Subclasses say their ``name`` and, if any, their ``Options`` class.

    A backend that wants words from a language model asks for a role: ``self.play(ROLE, given,
    cue)``. A run counts and caps these calls and lets any model play them; by itself a backend
    calls the role's scripted twin. ``lexicon`` is the wording such twins may know; it is empty
    unless somebody sets it. A library that calls models itself is given the endpoint that
    ``self.let_in()`` names; its class says so by ``calls_models``, so that a run without a model
    for libraries is refused before it starts. All three are set before the first session.
    """

    name: ClassVar[str]
    group: ClassVar[str] = "other"
    getting: ClassVar[str] = ""
    Options: ClassVar[type[BackendOptions]] = BackendOptions
    enumerates: ClassVar[bool] = True
    native_time: ClassVar[bool] = True
    ignores_k: ClassVar[bool] = False
    calls_models: ClassVar[bool] = False
    play: Play = staticmethod(scripted)
    let_in: Entry = staticmethod(shut)
    lexicon: Lexicon = Lexicon()

    def __init__(self, user_id: str, options: BackendOptions | None = None) -> None:
        self.user_id = user_id
        self.options = options if options is not None else self.Options()

    @abstractmethod
    def add(self, session: Session) -> None:
        """Take in a finished session."""

    @abstractmethod
    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
        """At most ``k`` memories for a query, best first, none created after ``at``.

        Searching must leave the store as it was: a probe may not change what it measures.
        """

    @abstractmethod
    def get_all(self) -> list[Memory]:
        """Everything stored now, oldest first."""

    def delete(self, memory_id: str) -> None:  # noqa: ARG002
        """Forget one entry (optional; budgets need it)."""
        raise LacksCapability(f"backend {self.name!r} cannot delete single entries")

    def answer(self, question: Question, *, k: int) -> Answer:  # noqa: ARG002
        """Answer a question itself (optional), naming the memories used."""
        raise LacksCapability(f"backend {self.name!r} leaves answering to the reader")

    def reset(self) -> None:
        """Forget everything (optional: by default a fresh instance is the only way)."""
        raise LacksCapability(f"backend {self.name!r} cannot be reset")

    def close(self) -> None:
        """Let go of files and connections; safe to call twice."""

    @classmethod
    def capabilities(cls) -> Capabilities:
        """What this class has overridden or says of itself."""
        return Capabilities(
            delete=cls.delete is not MemoryBackend.delete,
            answer=cls.answer is not MemoryBackend.answer,
            enumerate=cls.enumerates,
            reset=cls.reset is not MemoryBackend.reset,
            native_time=cls.native_time,
            ignores_k=cls.ignores_k,
        )
