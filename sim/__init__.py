"""Core types of simulated lives, the three clocks they are lived by, and the cast that speaks.

Every name is imported from its module when it is first used: ``import sim`` is free, and whoever
needs only the views never loads the gold types, SimPy, LangGraph or Mesa.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sim.cast import Cast, Role, Scripted, UsageBook
    from sim.clock import DAY, HOUR, WEEK, Calendar, Minutes
    from sim.conversation import Conversation, Recall, hold
    from sim.errors import LifeworldError, Misuse, RunFailed
    from sim.facts import Fact, Ledger, Telling
    from sim.lexicon import Asking, Lexicon, Pattern, Statement
    from sim.life import Life, PersonaCard
    from sim.moments import (
        CheckpointReached,
        DeletionAsked,
        Moment,
        ProfileShift,
        SessionHeld,
        UpstreamChange,
    )
    from sim.plans import (
        DomainScript,
        Happening,
        Project,
        Reveal,
        SessionPlan,
        Shift,
        Storyline,
        Task,
    )
    from sim.population import Population, UserAgent
    from sim.probes import Evidence, Failure, Gold, Probe, Verdict
    from sim.seeds import stream
    from sim.timeline import Living, live
    from sim.views import Answer, Memory, Question, Session, Turn

__all__ = [
    "DAY",
    "HOUR",
    "WEEK",
    "Answer",
    "Asking",
    "Calendar",
    "Cast",
    "CheckpointReached",
    "Conversation",
    "DeletionAsked",
    "DomainScript",
    "Evidence",
    "Fact",
    "Failure",
    "Gold",
    "Happening",
    "Ledger",
    "Lexicon",
    "Life",
    "LifeworldError",
    "Living",
    "Memory",
    "Minutes",
    "Misuse",
    "Moment",
    "Pattern",
    "PersonaCard",
    "Population",
    "Probe",
    "ProfileShift",
    "Project",
    "Question",
    "Recall",
    "Reveal",
    "Role",
    "RunFailed",
    "Scripted",
    "Session",
    "SessionHeld",
    "SessionPlan",
    "Shift",
    "Statement",
    "Storyline",
    "Task",
    "Telling",
    "Turn",
    "UpstreamChange",
    "UsageBook",
    "UserAgent",
    "Verdict",
    "hold",
    "live",
    "stream",
]

_HOMES = {
    "sim.cast": ("Cast", "Role", "Scripted", "UsageBook"),
    "sim.clock": ("DAY", "HOUR", "WEEK", "Calendar", "Minutes"),
    "sim.conversation": ("Conversation", "Recall", "hold"),
    "sim.errors": ("LifeworldError", "Misuse", "RunFailed"),
    "sim.facts": ("Fact", "Ledger", "Telling"),
    "sim.lexicon": ("Asking", "Lexicon", "Pattern", "Statement"),
    "sim.life": ("Life", "PersonaCard"),
    "sim.moments": (
        "CheckpointReached",
        "DeletionAsked",
        "Moment",
        "ProfileShift",
        "SessionHeld",
        "UpstreamChange",
    ),
    "sim.plans": (
        "DomainScript",
        "Happening",
        "Project",
        "Reveal",
        "SessionPlan",
        "Shift",
        "Storyline",
        "Task",
    ),
    "sim.population": ("Population", "UserAgent"),
    "sim.probes": ("Evidence", "Failure", "Gold", "Probe", "Verdict"),
    "sim.seeds": ("stream",),
    "sim.timeline": ("Living", "live"),
    "sim.views": ("Answer", "Memory", "Question", "Session", "Turn"),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return __all__
