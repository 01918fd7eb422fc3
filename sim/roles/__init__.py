"""One file a role: its input, its output and its scripted twin. ``ROLES`` lists them by name."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sim.cast.role import Role

    ROLES: dict[str, Role[Any, Any]]

__all__ = ["ROLES"]

_PLACES = {
    "answerer": "READERS",  # two twins of one role; the ideal reader stands for it
    "article_compiler": "ARTICLE_COMPILER",
    "assistant": "ASSISTANT",
    "conflict_judge": "CONFLICT_JUDGE",
    "critic": "CRITIC",
    "dependency_extractor": "DEPENDENCY_EXTRACTOR",
    "extractor": "EXTRACTOR",
    "fact_manager": "FACT_MANAGER",
    "file_keeper": "FILE_KEEPER",
    "gate": "GATE",
    "judge": "JUDGE",
    "note_writer": "NOTE_WRITER",
    "placement": "PLACEMENT",
    "plausibility": "PLAUSIBILITY",
    "profile_assigner": "PROFILE_ASSIGNER",
    "query_writer": "QUERY_WRITER",
    "reveal_checker": "REVEAL_CHECKER",
    "session_record": "SESSION_RECORD",
    "skeleton_writer": "SKELETON_WRITER",
    "structural_note": "STRUCTURAL_NOTE",
    "summariser": "SUMMARISER",
    "synthesiser": "SYNTHESISER",
    "transition_narrator": "TRANSITION_NARRATOR",
    "user": "USER",
}


def __getattr__(name: str) -> object:
    """Import the roles only when they are listed, so that one role does not load the others."""
    if name != "ROLES":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _roles()


@cache
def _roles() -> dict[str, Role[Any, Any]]:
    found = {}
    for module, attribute in _PLACES.items():
        role = getattr(import_module(f"{__name__}.{module}"), attribute)
        found[module] = role["ideal"] if isinstance(role, dict) else role
    return found
