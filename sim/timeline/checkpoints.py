"""The dates at which memories are looked at; the last one ends the life."""

from __future__ import annotations

from simpy.events import ProcessGenerator

from sim.moments import CheckpointReached
from sim.timeline.course import Course


def checkpoints(course: Course) -> ProcessGenerator:
    """Each checkpoint comes after everything else that happens in its minute."""
    for number, minute in enumerate(course.life.checkpoints, 1):
        yield course.end_of(minute)
        last = minute == course.life.horizon
        course.emit(CheckpointReached(course.now, number, last))
