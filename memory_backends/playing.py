"""How backends and gates have roles played, and libraries find a model, without knowing whose."""

from __future__ import annotations

from typing import Protocol

from sim.cast.letting import OpenDoor, no_door
from sim.cast.role import I, O, Role
from sim.seeds import stream


class Play(Protocol):
    """Has a role played; ``cue`` names the call among those of one role."""

    def __call__(self, role: Role[I, O], given: I, cue: str) -> O:
        """The role's output. Raises RoleFailed when its player gives no usable reply."""
        ...


def scripted(role: Role[I, O], given: I, cue: str) -> O:
    """Have a role played by its twin, without counting what it costs."""
    return role.twin(given, stream("twin", role.name, cue))


class Entry(Protocol):
    """Lets a backend in to a model that a library of its calls itself."""

    def __call__(self) -> OpenDoor:
        """The endpoint. Raises Misuse where nobody named a model for libraries."""
        ...


def shut() -> OpenDoor:
    """What a backend finds that was made by itself, outside a run."""
    no_door("a library")
