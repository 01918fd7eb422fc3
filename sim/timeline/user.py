"""The user: one session at a time, by day, with a break in between."""

from __future__ import annotations

from datetime import time

from simpy.events import ProcessGenerator

from sim.clock import DAY, HOUR, Minutes
from sim.seeds import stream
from sim.timeline.agenda import Entry
from sim.timeline.course import Course
from sim.timeline.session import session

WAKES, SLEEPS = time(8), time(22)  # local; a session begins between the two
BREAK: Minutes = 30
SLOWEST: Minutes = 4 * HOUR  # what waited for the morning is taken up within this time


def user(course: Course) -> ProcessGenerator:
    """Take up what is most pressing; what is asked for at night waits until morning."""
    while True:
        entry: Entry = yield course.agenda.take()
        if course.agenda.is_void(entry):
            continue
        if sleep := until_morning(course):
            course.agenda.put_back(entry)
            yield course.env.timeout(sleep + _dawdle(course))
        elif has_room(course, entry):
            yield from session(course, entry)
            yield course.env.timeout(BREAK)


def until_morning(course: Course) -> Minutes:
    """How long the user will be asleep, 0 by day."""
    now = course.life.calendar.date(course.now).time()
    minute = now.hour * HOUR + now.minute
    wakes, sleeps = WAKES.hour * HOUR + WAKES.minute, SLEEPS.hour * HOUR + SLEEPS.minute
    return 0 if wakes <= minute < sleeps else (wakes - minute) % DAY


def _dawdle(course: Course) -> Minutes:
    """How long after waking the user gets round to it; another time every morning."""
    rng = stream(*course.life.seed_path, "morning", course.now // DAY)
    return int(rng.integers(SLOWEST))


def has_room(course: Course, entry: Entry) -> bool:
    """Whether even the longest course of the conversation ends within the life.

    Asked beforehand, so that no dialogue is made (and paid for) that is never held.
    """
    return course.now + 2 * entry.plan.max_turns <= course.life.horizon
