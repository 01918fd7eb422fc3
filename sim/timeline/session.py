"""A session in the course of a life: a minute a turn, and what everybody knows afterwards."""

from __future__ import annotations

from simpy.events import ProcessGenerator

from sim.clock import Minutes
from sim.conversation import Conversation
from sim.moments import DeletionAsked, SessionHeld
from sim.plans import Happening
from sim.timeline.agenda import Entry
from sim.timeline.bookkeeping import enter, over, tell
from sim.timeline.course import Course
from sim.views import Session


def session(course: Course, entry: Entry) -> ProcessGenerator:
    """Talk, and when it is over let the moment out and the domain that asked go on."""
    course.talking, begun = course.env.event(), course.now
    conversation: Conversation = yield course.talk(entry.plan)
    yield course.env.timeout(len(conversation.turns))
    moment = _held(course, entry, conversation, begun)
    course.emit(moment)
    if entry.happening and moment.tellings and _asks_to_forget(entry.happening):
        course.emit(DeletionAsked(course.now, entry.happening, moment.session.id))
    course.held.add(entry.plan.id)
    entry.held.succeed()
    course.talking.succeed()
    course.talking = None


def _asks_to_forget(happening: Happening) -> bool:
    """Whether a request to forget something is in it, perhaps among other news."""
    return happening.kind == "deletion" or any(f.kind == "request" for f in happening.facts)


def _held(course: Course, entry: Entry, conversation: Conversation, begun: Minutes) -> SessionHeld:
    """The moment, with the ledger brought up to date."""
    view = _view(course, conversation, begun)
    enter(course.ledger, entry.plan, begun)
    tellings = tell(course.ledger, view, conversation.revealed, course.life.calendar)
    is_over = tellings or entry.happening is None
    return SessionHeld(
        at=course.now,
        session=view,
        plan=entry.plan,
        tellings=tellings,
        untold=conversation.untold,
        end_reason=conversation.end_reason,
        happening=entry.happening,
        ended=over(course.ledger, entry.ends, course.now) if is_over else (),
        strand=entry.strand,
    )


def _view(course: Course, conversation: Conversation, begun: Minutes) -> Session:
    """The session as trials will see it."""
    life = course.life
    return Session(
        id=course.session_id,
        user_id=life.user_id,
        started_at=life.calendar.date(begun),
        ended_at=life.calendar.date(course.now),
        turns=conversation.turns,
    )
