"""The person's world: things become true when they are due and are told some time later."""

from __future__ import annotations

from simpy.events import ProcessGenerator

from sim.moments import UpstreamChange
from sim.plans import Happening, Storyline
from sim.timeline.bookkeeping import happened
from sim.timeline.course import Course

UPSTREAM = ("change", "update")  # kinds that alter what was so before


def world(course: Course, storyline: Storyline) -> ProcessGenerator:
    """One happening after another, by date."""
    for happening in sorted(storyline.happenings, key=lambda happening: happening.due):
        yield course.until(happening.due)
        happened(course.ledger, happening)
        if happening.kind in UPSTREAM:
            course.emit(UpstreamChange(course.now, happening))
        course.env.process(telling(course, happening))


def telling(course: Course, happening: Happening) -> ProcessGenerator:
    """After a while the person wants to talk about it."""
    yield course.env.timeout(happening.lag)
    yield course.agenda.ask(happening.plan, happening=happening, ends=happening.ends)
