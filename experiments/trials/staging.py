"""How the roles that a trial's gate and backend ask for are played, and booked.

A call is booked under what the memory was doing when it asked: ``gate``, ``ingest``, ``retrieve``
or ``answer``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sim.cast.cast import Cast
from sim.cast.letting import OpenDoor
from sim.cast.role import I, O, Role
from sim.seeds import Part, stream

PHASES: Mapping[str, str] = {
    "create": "ingest",
    "gate": "gate",
    "add": "ingest",
    "delete": "ingest",
    "get_all": "ingest",
    "search": "retrieve",
    "answer": "answer",
    "close": "ingest",
}
"""The phase of the cast in which each step of a memory is done."""


@dataclass
class Stage:
    """Where the roles of one trial are played; ``step`` is what its memory is doing."""

    cast: Cast
    seed_path: tuple[Part, ...] = ()
    step: str = field(default="create", init=False)

    def let_in(self, owner: str) -> OpenDoor:
        """An endpoint for a library of the memory's. Raises Misuse where it has no model."""
        return self.cast.let_in(owner, lambda: PHASES[self.step])

    def play(self, role: Role[I, O], given: I, cue: str) -> O:
        """Have a role played. Raises RoleFailed when its player gives no usable reply."""
        phase = PHASES[self.step]
        owner = "gate" if phase == "gate" else "backend"
        rng = stream(*self.seed_path, owner, role.name, cue)
        return self.cast.at(phase=phase).play(role, given, rng)
