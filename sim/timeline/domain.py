"""A domain of the person's life: its sessions in order, each when it is time and it is its turn."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from numpy.random import Generator
from simpy import Interrupt
from simpy.events import ProcessGenerator

from sim.clock import Minutes
from sim.life import Life
from sim.plans import DomainScript, Project, SessionPlan
from sim.seeds import Part, stream
from sim.timeline.course import Course

LEAST_GAP, MOST_GAP = 0.5, 1.5  # shares of the domain's mean gap; drawn evenly in between
LEAST_SHARE = 0.1  # of its sessions that a domain has left where it begins to grow or ends fading


@dataclass(frozen=True, slots=True)
class Due:
    """A session of a domain, not before a date; ``ends`` are facts that are over with it."""

    plan: SessionPlan
    not_before: Minutes = 0
    ends: tuple[str, ...] = ()


def begin(course: Course, script: DomainScript, *since: Part) -> None:
    """Set a domain going. ``since`` tells a domain begun by a shift from one of the same name."""
    rng = stream(*course.life.seed_path, "domain", script.name, *since)
    process = course.env.process(domain(course, script, rng))
    course.running[script.name] = (script, process)


def domain(course: Course, script: DomainScript, rng: Generator) -> ProcessGenerator:
    """Each session waits for its gap, then until it was held; a shift ends it all."""
    with suppress(Interrupt):
        yield course.until(script.starts_at)
        for due, gap in zip(dues(script), gaps(script.mean_gap, rng), strict=False):
            yield course.env.timeout(round(gap / share(script, course.now)))
            yield course.until(due.not_before)
            yield course.agenda.ask(due.plan, domain=script.name, ends=due.ends)


def share(script: DomainScript, now: Minutes) -> float:
    """The share of its usual sessions that a domain has at a date, more than nothing.

    >>> script = DomainScript("home", True, "mid", fades=(100, 200))
    >>> [share(script, now) for now in (50, 150, 200)]
    [1.0, 0.5, 0.1]
    """
    left = 1.0
    if script.fades is not None:
        left = min(left, 1 - _progress(*script.fades, now))
    if script.grows is not None:
        left = min(left, _progress(*script.grows, now))
    return max(LEAST_SHARE, left)


def _progress(begin: Minutes, end: Minutes, now: Minutes) -> float:
    return min(1.0, max(0.0, (now - begin) / (end - begin)))


def dues(script: DomainScript) -> Iterator[Due]:
    """The sessions of a domain in order: project after project, then what comes one-off."""
    for project in script.projects:
        for number, plan in enumerate(project.events, 1):
            last = number == len(project.events)
            yield Due(plan, project.not_before, ongoing(project) if last else ())
    yield from (Due(plan) for plan in script.one_offs)


def gaps(mean: Minutes, rng: Generator) -> Iterator[Minutes]:
    """The waits before the sessions; the first is cut short: life was under way before it."""
    yield round(mean * rng.random())
    while True:
        yield max(1, round(mean * rng.uniform(LEAST_GAP, MOST_GAP)))


def ongoing(project: Project) -> tuple[str, ...]:
    """The facts that are true only while a project runs."""
    reveals = (reveal for plan in project.events for reveal in plan.reveals)
    return tuple(dict.fromkeys(r.fact.id for r in reveals if r.fact.kind == "ongoing_state"))


def planned(life: Life) -> Iterator[SessionPlan]:
    """Every session a life has in store, whether or not it comes to it."""
    begun = [script for change in life.shifts for script in change.starts]
    for script in [*life.domains, *begun]:
        yield from (due.plan for due in dues(script))
    for anchor in life.anchors:
        yield from (response.plan for row in anchor.responses for response in row)
    for strand in life.strands:
        yield from (talk.plan for talk in strand.talks)
    if life.storyline is not None:
        yield from (happening.plan for happening in life.storyline.happenings)
