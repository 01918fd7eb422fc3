"""What goes into the ledger of truth as a life is lived.

A fact of the world becomes true when it is due, told or not; any other is entered with the session
it belongs to. What a happening ends ceases to hold at once, but need be remembered until the person
has told of it; what belongs to a project is over with its last session, or with a shift.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from sim.clock import Calendar, Minutes
from sim.facts import Fact, Ledger, Telling
from sim.plans import Happening, SessionPlan
from sim.views import Session


def happened(ledger: Ledger, happening: Happening) -> None:
    """Facts become true and others cease to be, at the date the happening is due."""
    _record(ledger, happening.facts, happening.due)
    for fact_id in happening.ends:
        ledger.cease(fact_id, happening.due)


def enter(ledger: Ledger, plan: SessionPlan, begun: Minutes) -> None:
    """The facts a session is about hold from its beginning, unless they held before."""
    _record(ledger, [reveal.fact for reveal in plan.reveals], begun)


def tell(
    ledger: Ledger, session: Session, revealed: Iterable[tuple[str, str]], calendar: Calendar
) -> tuple[Telling, ...]:
    """Note which turns of a session let which facts out."""
    dates = {turn.id: turn.at for turn in session.turns}
    tellings = tuple(
        Telling(fact_id, session.id, turn_id, calendar.minute(dates[turn_id]))
        for fact_id, turn_id in revealed
    )
    for telling in tellings:
        ledger.tell(telling)
    return tellings


def over(ledger: Ledger, fact_ids: Iterable[str], at: Minutes) -> tuple[str, ...]:
    """Facts that neither hold nor need be remembered any longer; returns those that were told."""
    over_now = tuple(fact_ids)
    for fact_id in over_now:
        ledger.cease(fact_id, at)
        ledger.end(fact_id, at)
    return tuple(fact_id for fact_id in over_now if ledger.was_told(fact_id, by=at))


def _record(ledger: Ledger, facts: Iterable[Fact], holds_from: Minutes) -> None:
    """Facts that are told again, or told after they happened, are in the ledger already."""
    new = (fact for fact in facts if fact.id not in ledger.facts)
    for fact in new:
        ledger.record(replace(fact, holds_from=holds_from))
