"""Holding a session: from a plan to a finished conversation, by either engine."""

from __future__ import annotations

import os
import typing
from dataclasses import dataclass
from datetime import datetime

from numpy.random import Generator

from sim.cast import Cast
from sim.conversation import inline
from sim.conversation.assistant import AssistantSide, Recall
from sim.conversation.steps import Sides, Talk
from sim.conversation.turns import Record
from sim.conversation.user import Told, UserSide
from sim.errors import UnknownName
from sim.life import PersonaCard
from sim.moments import EndReason
from sim.plans import SessionPlan
from sim.views import Turn

ENGINES = ("inline", "langgraph")


@dataclass(frozen=True, slots=True)
class Conversation:
    """A finished dialogue. ``revealed`` pairs each fact id with the turn that let it out.

    ``untold`` are the planned facts that did not come out, in the order of the plan.
    """

    turns: tuple[Turn, ...]
    revealed: Told
    untold: tuple[str, ...]
    end_reason: EndReason


def hold(
    plan: SessionPlan,
    *,
    persona: PersonaCard,
    session_id: str,
    started_at: datetime,
    cast: Cast,
    rng: Generator,
    engine: str = "inline",
    recall: Recall | None = None,
) -> Conversation:
    """Hold one session; both engines give the same bytes.

    With ``recall`` the assistant is bound to a memory (on-policy), without it has none. Raises
    UnknownName for an engine that does not exist and RoleFailed when the cast gives no reply.
    """
    record = Record(session_id, started_at)
    user = UserSide(record, cast, rng, persona, plan)
    sides = Sides(user, AssistantSide(record, cast, rng, recall))
    talk = _converse(engine, sides)
    untold = tuple(reveal.fact.id for reveal in user.pending(talk["told"]))
    reason = typing.cast("EndReason", talk["end_reason"])  # engines stop at nothing else
    return Conversation(talk["turns"], talk["told"], untold, reason)


def _converse(engine: str, sides: Sides) -> Talk:
    if engine == "inline":
        return inline.converse(sides)
    if engine == "langgraph":
        os.environ.setdefault("LANGSMITH_TRACING", "false")  # langchain reads it when imported
        from sim.conversation import graph

        return graph.converse(sides)
    raise UnknownName("conversation engine", engine, ENGINES)
