"""Decide by the session and short summaries of those just before it."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import ClassVar

from pydantic import Field

from memory_backends.base import BackendOptions
from memory_backends.gates.base import Gate
from sim.roles.gate import GATE, GateInput
from sim.roles.summariser import SUMMARISER, SummariserInput
from sim.views import Session


class ContextOptions(BackendOptions):
    """How many summaries are looked back on (K; the paper does not give it)."""

    summaries: int = Field(default=10, ge=0)


class ContextAware(Gate):
    """Looks at the present session and at summaries of the last few (PerMem-Bench, 7.1.1)."""

    name = "context_aware"
    Options: ClassVar[type[ContextOptions]] = ContextOptions
    options: ContextOptions

    def __init__(self, user_id: str, options: BackendOptions | None = None) -> None:
        super().__init__(user_id, options)
        self._summaries: deque[str] = deque(maxlen=self.options.summaries)

    def decide(self, session: Session, history: Sequence[Session]) -> bool:  # noqa: ARG002
        """Whether the session seems to last, in the light of those before it."""
        given = GateInput(session, tuple(self._summaries))
        store = self.play(GATE, given, session.id).store
        short = self.play(SUMMARISER, SummariserInput(session), session.id)
        self._summaries.append(short.text)
        return store
