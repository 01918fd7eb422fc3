"""Whether a conversation may stand as it was held: nothing in it may make a task unsolvable."""

from __future__ import annotations

from experiments.auditing.audit import audit_session
from experiments.auditing.findings import gravest
from experiments.auditing.heard import Heard
from experiments.auditing.points import Auditor
from sim.conversation import Conversation
from sim.plans import SessionPlan
from sim.timeline import Accept
from worlds import World


def acceptance(world: World | None, level: int = 0) -> Accept:
    """Says why a conversation must be held again, or "" if it may stand."""
    auditor = Auditor(world, level)

    def why_not(plan: SessionPlan, held: Conversation) -> str:
        session = held.turns[0].id.partition(".")[0] if held.turns else plan.id
        heard = Heard(session, held.turns, held.revealed, held.untold)
        reveals = {reveal.fact.id: reveal for reveal in plan.reveals}
        grave = gravest(audit_session(heard, reveals, auditor))
        return "" if grave is None else f"{grave.what} ({grave.fact or grave.place})"

    return why_not
