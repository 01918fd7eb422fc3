"""When the sessions of an episode begin, and which of them matter."""

from __future__ import annotations

from sim.clock import DAY, HOUR, Minutes
from sim.seeds import Part, stream

FIRST_HOUR, LAST_HOUR = 8, 17  # late enough for the longest session to end by day


def starts(count: int, days: tuple[int, int], *seed_path: Part) -> list[Minutes]:
    """One session a day at most, by day, the next some days later."""
    rng, (least, most) = stream(*seed_path, "slots"), days
    day, found = 0, []
    for _ in range(count):
        day += int(rng.integers(least, most + 1))
        found.append(day * DAY + int(rng.integers(FIRST_HOUR * HOUR, LAST_HOUR * HOUR)))
    return found


def places(wanted: int, count: int, *seed_path: Part) -> list[int]:
    """Which of the sessions matter: any of them, in order.

    >>> places(3, 3, 7)
    [0, 1, 2]
    """
    rng = stream(*seed_path, "places")
    return sorted(int(place) for place in rng.permutation(count)[:wanted])
