"""A conversation that was held before, word for word, with the dates of the present life."""

from __future__ import annotations

from datetime import datetime

from sim.conversation.hold import Conversation
from sim.conversation.turns import Record
from sim.plans import SessionPlan
from sim.views import Turn


def recite(plan: SessionPlan, *, session_id: str, started_at: datetime) -> Conversation:
    """The recorded words of a plan as turns; nobody plays, and no planned fact comes out.

    >>> plan = SessionPlan("p", "Hi.", recorded=(("user", "Hi."), ("assistant", "Hello.")))
    >>> told = recite(plan, session_id="s0001", started_at=datetime(2031, 1, 6, 9))
    >>> [(turn.id, turn.speaker) for turn in told.turns]
    [('s0001.0', 'user'), ('s0001.1', 'assistant')]
    """
    record = Record(session_id, started_at)
    turns: tuple[Turn, ...] = ()
    for speaker, text in plan.recorded:
        turns = (*turns, record.next(turns, speaker, text))
    untold = tuple(reveal.fact.id for reveal in plan.reveals)
    return Conversation(turns, (), untold, "all_revealed" if not untold else "gave_up")
