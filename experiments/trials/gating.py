"""The gate of a trial: a storage gate, which sees views only, or a control, which sees plans."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from experiments.controls import Decide
from memory_backends.gates import Feedback, Gate
from sim.moments import SessionHeld
from sim.views import Memory, Session


class TrialGate:
    """Decides about sessions held. A control decides and does nothing else."""

    def __init__(self, gate: Gate | None = None, control: Decide | None = None) -> None:
        self._gate, self._control = gate, control

    def wants(self, held: SessionHeld, history: Sequence[Session]) -> bool:
        """Whether to store a session, given all sessions before it."""
        if self._gate is not None:
            return bool(self._gate.decide(held.session, history))
        return self._control is None or self._control(held, history)

    def recalled(self, history: Sequence[Session]) -> tuple[Session, ...]:
        """Earlier sessions that were skipped and are to be stored late, oldest first."""
        ids = frozenset(self._gate.recalled()) if self._gate is not None else frozenset()
        return tuple(session for session in history if session.id in ids) if ids else ()

    def regretted(self) -> frozenset[str]:
        """Sessions that were stored and by now seem transient."""
        return frozenset() if self._gate is None else self._gate.regretted()

    def learn(self, retrieved: Iterable[Memory]) -> None:
        """Tell the gate which sessions the memories come from that a conversation called up."""
        if self._gate is None:
            return
        counts = Counter(session for memory in retrieved for session in memory.sessions)
        self._gate.learn([Feedback(session, counts[session]) for session in sorted(counts)])
