"""A profile shift: some domains of a life end, others begin (PerMem-Bench, section 3)."""

from __future__ import annotations

from simpy.events import Process, ProcessGenerator

from sim.moments import ProfileShift
from sim.plans import DomainScript, Shift
from sim.timeline.bookkeeping import over
from sim.timeline.course import Course
from sim.timeline.domain import begin, dues, ongoing


def shift(course: Course, change: Shift) -> ProcessGenerator:
    """When the day has come (and the user has finished talking), domains end and begin."""
    yield course.until(change.at)
    if course.talking is not None:
        yield course.talking
    ended = tuple(fact_id for name in change.ends for fact_id in stop(course, name))
    for name in change.fades:
        course.env.process(fade(course, *course.running.pop(name)))
    for script in change.starts:
        begin(course, script, change.at)
    course.emit(ProfileShift(course.now, change, ended))


def fade(course: Course, script: DomainScript, process: Process) -> ProcessGenerator:
    """A domain that a shift lets fade is over when its fading is."""
    yield course.until(script.fades[1] if script.fades else course.now)
    if course.talking is not None:
        yield course.talking
    conclude(course, script, process)


def stop(course: Course, name: str) -> tuple[str, ...]:
    """Interrupt a domain and void what it had in store; the told facts that are over with it."""
    script, process = course.running.pop(name)
    course.agenda.withdraw(name)
    return conclude(course, script, process)


def conclude(course: Course, script: DomainScript, process: Process) -> tuple[str, ...]:
    """End a domain; the told facts that are over with it."""
    if process.is_alive:
        process.interrupt(script.name)
    plans = (due.plan.id for due in dues(script))
    course.dropped += [plan_id for plan_id in plans if plan_id not in course.held]
    running = [fact_id for project in script.projects for fact_id in ongoing(project)]
    begun = [fact_id for fact_id in running if fact_id in course.ledger.facts]
    return over(course.ledger, [i for i in begun if i not in course.ledger.ends], course.now)
