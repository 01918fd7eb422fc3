"""The gate that knows which sessions will be needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sim.moments import SessionHeld
from sim.views import Session

Decide = Callable[[SessionHeld, Sequence[Session]], bool]
"""Whether to store the session of a moment, given all sessions before it."""


def oracle(held: SessionHeld, history: Sequence[Session]) -> bool:  # noqa: ARG001
    """Store exactly the sessions that belong to something long-lived (PerMem-Bench, section 4)."""
    return held.plan.long_horizon
