"""Decide by the session alone."""

from __future__ import annotations

from collections.abc import Sequence

from memory_backends.gates.base import Gate
from sim.roles.gate import GATE, GateInput
from sim.views import Session


class Greedy(Gate):
    """Looks at the present session only (PerMem-Bench, section 7.1.1)."""

    name = "greedy"

    def decide(self, session: Session, history: Sequence[Session]) -> bool:  # noqa: ARG002
        """Whether the session on its own seems to be part of something that lasts."""
        return self.play(GATE, GateInput(session), session.id).store
