"""Store everything: what every memory system does that has no gate."""

from __future__ import annotations

from collections.abc import Sequence

from memory_backends.gates.base import Gate
from sim.views import Session


class Universal(Gate):
    """Stores every session: the baseline that gating policies are measured against."""

    name = "universal"

    def decide(self, session: Session, history: Sequence[Session]) -> bool:  # noqa: ARG002
        """Yes."""
        return True
