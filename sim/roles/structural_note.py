"""The structural note: a user's sessions sorted into projects, or set apart as isolated.

PerMem-Bench, Appendix D.2: the note is updated every K sessions and kept for good; sessions that
were isolated may join a project later. Between two updates a session is held against the note as
it stands (the role ``placement``).
"""

from __future__ import annotations

from dataclasses import dataclass

from numpy.random import Generator

from sim.cast.role import Role
from sim.roles.structure import Filed, StructuralNote, sort_in


@dataclass(frozen=True, slots=True)
class NoteInput:
    """The note so far, and the sessions that came since, oldest first."""

    note: StructuralNote
    sessions: tuple[Filed, ...]

    def reading(self) -> str:
        """Note and records."""
        return "\n".join([self.note.reading(), *(filed.reading() for filed in self.sessions)])


@dataclass(frozen=True, slots=True)
class NoteOutput:
    """The note, brought up to date."""

    note: StructuralNote

    def reading(self) -> str:
        """The note, as a model would write it."""
        return self.note.reading()


def update(given: NoteInput, rng: Generator) -> NoteOutput:  # noqa: ARG001
    """Sort the new sessions one by one; an isolated one may found a project with a new one."""
    return NoteOutput(sort_in(given.note, given.sessions))


STRUCTURAL_NOTE: Role[NoteInput, NoteOutput] = Role(
    name="structural_note",
    purpose="Sorts sessions into a user's projects, or sets them apart as isolated.",
    input=NoteInput,
    output=NoteOutput,
    twin=update,
)
