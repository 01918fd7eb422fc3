"""The made-up sessions that the suite feeds to a backend.

They lie in 1994, so that no clock of a computer can be taken for simulated time. Every session
names a place that no other session names.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from sim.views import Session, Turn

BEGINNING = datetime(1994, 3, 7, 9, 0)
AFTERWARDS = datetime(1994, 12, 31)
PLACES = ("Keldara", "Brask", "Ulverin", "Tosmeer")
QUESTIONS = tuple(f"What happened in {place}?" for place in PLACES)

_SCRIPT = (
    (
        "I moved to Keldara and rented a flat above the bakery.",
        "My neighbour repairs clocks and plays the cello at night.",
    ),
    (
        "The firm sent me to Brask for the harbour project.",
        "I started taking the early ferry instead of the tram.",
    ),
    (
        "We spent the holidays in Ulverin with my sister Mirela.",
        "She grows tomatoes and sells honey on the market.",
    ),
    (
        "My new employer has its office in Tosmeer near the old mill.",
        "From now on I prefer meetings before noon.",
    ),
)


def session(number: int, user_id: str, *lines: str, day: int = 0, minute: int = 0) -> Session:
    """A session in which the user says these lines and the assistant answers each."""
    start = BEGINNING + timedelta(days=day, minutes=minute)
    name = f"s{number:04d}"
    spoken = [part for line in lines for part in (("user", line), ("assistant", "I see."))]
    turns = tuple(
        Turn(f"{name}.{i}", "user" if who == "user" else "assistant", text, start + _minutes(i))
        for i, (who, text) in enumerate(spoken)
    )
    return Session(name, user_id, start, start + _minutes(len(turns)), turns)


def little_life(user_id: str) -> tuple[Session, ...]:
    """Four sessions, a month apart; session i names ``PLACES[i]``."""
    return tuple(session(i + 1, user_id, *lines, day=30 * i) for i, lines in enumerate(_SCRIPT))


def long_life(user_id: str, user_turns: int) -> Iterator[Session]:
    """Sessions of up to ten user turns each, every half hour; no two user turns are alike."""
    for number, first in enumerate(range(0, user_turns, 10), start=1):
        told = range(first, min(first + 10, user_turns))
        lines = [f"Parcel number {i} went to shelf {i % 97} of hall {i % 13}." for i in told]
        yield session(number, user_id, *lines, minute=30 * number)


def _minutes(count: int) -> timedelta:
    return timedelta(minutes=count)
