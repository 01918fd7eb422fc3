"""A strand: conversations woven into a life for a study, one after another, each at its date."""

from __future__ import annotations

from simpy.events import ProcessGenerator

from sim.plans import Strand
from sim.timeline.course import Course


def strand(course: Course, what: Strand) -> ProcessGenerator:
    """Each conversation when it is due, and not before the one ahead of it was held."""
    for talk in sorted(what.talks, key=lambda talk: talk.due):
        yield course.until(talk.due)
        yield course.agenda.ask(talk.plan, strand=what.name)
