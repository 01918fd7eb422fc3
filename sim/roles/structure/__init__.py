"""Structure in a user's sessions: projects, isolated sessions, and how they are told apart."""

from sim.roles.structure.note import ISOLATED, UNASSIGNED, Filed, NotedProject, StructuralNote
from sim.roles.structure.sorting import find_place, sort_in

__all__ = [
    "ISOLATED",
    "UNASSIGNED",
    "Filed",
    "NotedProject",
    "StructuralNote",
    "find_place",
    "sort_in",
]
