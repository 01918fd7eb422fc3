"""When things happen: introductions in the first third, then changes, updates and a deletion."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from numpy.random import Generator

from sim.clock import DAY, HOUR, Minutes
from sim.errors import Misuse
from worlds.storylines.options import StorylineOptions

INTRODUCED_BY = 1 / 3  # of the life
CHANGES = (0.42, 0.88)
UPDATES = (0.38, 0.9)
DELETION = (0.5, 0.88)
FIRST_HOUR, LAST_HOUR = 8, 21
SHORTEST = 60 * DAY


@dataclass(frozen=True, slots=True)
class Dates:
    """Minutes of the life; ``changes`` come with the minutes until each is told."""

    introductions: tuple[Minutes, ...]
    changes: tuple[tuple[Minutes, Minutes], ...]
    updates: tuple[Minutes, ...]
    deletion: Minutes


def draw_dates(
    horizon: Minutes, introductions: int, options: StorylineOptions, rng: Generator
) -> Dates:
    """Dates for everything, each in its own stretch of the life, at an hour when people talk.

    Raises Misuse when the life is too short to hold it all.
    """
    slots = max(introductions / INTRODUCED_BY, *(_days(options, s) for s in (CHANGES, UPDATES)))
    if horizon < max(SHORTEST, slots * DAY):
        needed = max(SHORTEST // DAY, ceil(slots))
        plural = "" if options.changes == 1 else "s"
        raise Misuse(
            f"a storyline with {introductions} introductions and {options.changes} upstream "
            f"change{plural} needs a life of at least {needed} days: this one has {horizon // DAY}"
        )
    changes = tuple(_reported(options, horizon, rng))
    updates = tuple(_spread(options.updates, UPDATES, horizon, rng))
    deletion = next(_spread(1, DELETION, horizon, rng))
    told = tuple(_spread(introductions, (0.0, INTRODUCED_BY), horizon, rng))  # last: how many
    # there are follows from how explicitly things are told, and must not move the events
    return Dates(told, changes, updates, deletion)


def _days(options: StorylineOptions, stretch: tuple[float, float]) -> float:
    """The shortest life, in days, in which the changes or updates get two days each."""
    return 2 * max(options.changes, options.updates) / (stretch[1] - stretch[0])


def _spread(
    count: int, stretch: tuple[float, float], horizon: Minutes, rng: Generator
) -> Iterator[Minutes]:
    """One moment in each of ``count`` equal slots of a stretch of the life."""
    width = (stretch[1] - stretch[0]) * horizon / count
    for slot in range(count):
        start = stretch[0] * horizon + slot * width
        yield _daytime(start + rng.random() * (width - DAY), rng)


def _reported(
    options: StorylineOptions, horizon: Minutes, rng: Generator
) -> Iterator[tuple[Minutes, Minutes]]:
    """A change in the first half of its slot; it is told before the next one can happen."""
    width = (CHANGES[1] - CHANGES[0]) * horizon / options.changes
    for slot in range(options.changes):
        start = CHANGES[0] * horizon + slot * width
        due = _daytime(start + rng.random() * (width / 2 - DAY), rng)
        least, most = options.report_lag
        lag = int(rng.integers(least, most + 1)) * DAY
        room = int(start + width - DAY - due)
        yield due, min(lag, max(room, 0))


def _daytime(minute: float, rng: Generator) -> Minutes:
    """Some minute of that day between morning and evening."""
    day = int(minute) // DAY
    return day * DAY + int(rng.integers(FIRST_HOUR * HOUR, LAST_HOUR * HOUR))
