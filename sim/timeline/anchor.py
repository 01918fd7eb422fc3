"""An anchor event: it happens, and domain after domain the user comes to talk because of it."""

from __future__ import annotations

from simpy.events import ProcessGenerator

from sim.plans import Anchor, Response
from sim.timeline.course import Course


def anchor(course: Course, what: Anchor) -> ProcessGenerator:
    """When the day has come, each domain's sessions follow in their order."""
    yield course.until(what.at)
    for responses in what.responses:
        course.env.process(follow(course, what, responses))


def follow(course: Course, what: Anchor, responses: tuple[Response, ...]) -> ProcessGenerator:
    """Sessions of one domain, each after its delay and behind the one before it.

    A domain that is no longer in use by then has nothing more to say.
    """
    for response in responses:
        yield course.until(what.at + response.delay)
        if response.plan.domain not in course.running:
            course.dropped.append(response.plan.id)
            continue
        yield course.agenda.ask(response.plan, domain=response.plan.domain, ends=response.ends)
