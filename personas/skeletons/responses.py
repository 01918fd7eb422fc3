"""What a domain has to say to an anchor event: a small project, or a question."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from numpy.random import Generator

from personas.skeletons.anchors import Occasion, delays
from personas.skeletons.one_offs import OneOffWriter
from personas.skeletons.projects import ProjectWriter
from sim.plans import Response, SessionPlan

LED = 2  # sessions of a domain that open with the event


def respond(
    occasion: Occasion, writer: ProjectWriter | OneOffWriter, rng: Generator
) -> tuple[Response, ...]:
    """The sessions of one domain; none where its pack has nothing new to tell.

    A long-horizon domain has a project, whose decisions are over with its last session.
    """
    writer.talk.greets = False  # the event is what the conversation opens with
    if isinstance(writer, OneOffWriter):
        return _row(occasion, writer.write(1), (), rng)
    projects = writer.write(1)
    if not projects:
        return ()
    plans = projects[0].events
    facts = (reveal.fact for plan in plans for reveal in plan.reveals)
    over = tuple(dict.fromkeys(fact.id for fact in facts if fact.kind == "ongoing_state"))
    return _row(occasion, plans, over, rng)


def _row(
    occasion: Occasion, plans: Iterable[SessionPlan], over: tuple[str, ...], rng: Generator
) -> tuple[Response, ...]:
    """The first plans are opened by the event; what is over ends with the last."""
    opened = [_opened(plan, occasion, rng) if n < LED else plan for n, plan in enumerate(plans)]
    waits = delays(len(opened), rng)
    ends = [()] * (len(opened) - 1) + [over]
    return tuple(Response(*each) for each in zip(opened, waits, ends, strict=True))


def _opened(plan: SessionPlan, occasion: Occasion, rng: Generator) -> SessionPlan:
    return replace(plan, opening=f"{occasion.lead(rng)} {plan.opening}")
