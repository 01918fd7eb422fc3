"""One file a role: what a model is shown in it, and how its reply is read."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sim.errors import UnknownName

if TYPE_CHECKING:
    from sim.cast.models.parts.part import Part

__all__ = ["NAMES", "part_of"]

NAMES = (
    "answerer",
    "article_compiler",
    "assistant",
    "conflict_judge",
    "critic",
    "dependency_extractor",
    "extractor",
    "fact_manager",
    "file_keeper",
    "gate",
    "judge",
    "note_writer",
    "placement",
    "plausibility",
    "profile_assigner",
    "query_writer",
    "reveal_checker",
    "session_record",
    "skeleton_writer",
    "structural_note",
    "summariser",
    "synthesiser",
    "transition_narrator",
    "user",
)


def part_of(role: str) -> Part[Any, Any]:
    """How a model plays a role. Raises UnknownName for a role that has no prompt."""
    if role not in NAMES:
        raise UnknownName("role with a prompt", role, NAMES)
    found: Part[Any, Any] = import_module(f"{__name__}.{role}").PART
    return found
