"""Placement: where a session belongs by the structural note as it stands, between two updates."""

from __future__ import annotations

from dataclasses import dataclass

from numpy.random import Generator

from sim.cast.role import Role
from sim.roles.structure import Filed, StructuralNote, find_place


@dataclass(frozen=True, slots=True)
class PlacementInput:
    """The note as it stands, and one session that is not in it yet."""

    note: StructuralNote
    session: Filed

    def reading(self) -> str:
        """Note and record."""
        return f"{self.note.reading()}\n{self.session.reading()}"


@dataclass(frozen=True, slots=True)
class PlacementOutput:
    """A project's id, "isolated", or "" where the note says nothing about such a session."""

    place: str

    def reading(self) -> str:
        """The place."""
        return self.place or "unassigned"


def place(given: PlacementInput, rng: Generator) -> PlacementOutput:  # noqa: ARG001
    """The project whose words the session takes up, or one of its kind, or no project at all."""
    return PlacementOutput(find_place(given.note, given.session.record))


PLACEMENT: Role[PlacementInput, PlacementOutput] = Role(
    name="placement",
    purpose="Says where a session belongs by the structural note as it stands.",
    input=PlacementInput,
    output=PlacementOutput,
    twin=place,
)
