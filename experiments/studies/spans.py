"""Retention of one fact: the sessions in which it must be remembered, and those in which it was.

RR = sum over facts and sessions of S(r) of presence / sum of |S(r)| (PerMem-Bench, section 4).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sim.clock import Calendar, Minutes

SAMPLE = 20  # sessions looked at per fact in the paper's sampled variant (PerMem-Bench, section 4)


def sample(count: int, size: int = SAMPLE) -> list[int]:
    """Which of ``count`` sessions to look at: evenly spaced, the first and the last included.

    >>> sample(5), sample(9, 3)
    ([0, 1, 2, 3, 4], [0, 4, 8])
    """
    if count <= size:
        return list(range(count))
    if size == 1:
        return [0]
    return [(2 * i * (count - 1) + size - 1) // (2 * (size - 1)) for i in range(size)]


def sampled_presence(presence: Sequence[bool], size: int = SAMPLE) -> float:
    """In how many sessions a fact was present, estimated from a sample and rescaled by |S(r)|/K.

    Exact when there are no more sessions than the sample has.

    >>> sampled_presence([True, True, False]), sampled_presence([True] * 40)
    (2.0, 40.0)
    """
    seen = sample(len(presence), size)
    if not seen:
        return 0.0
    return sum(presence[i] for i in seen) * len(presence) / len(seen)


@dataclass(slots=True)
class Months:
    """The sessions of a life by month: month 1 begins with the life."""

    calendar: Calendar
    _ends: list[Minutes]
    _of_session: list[int]

    @classmethod
    def of(cls, calendar: Calendar, horizon: Minutes) -> Months:
        """The months of a life of this length."""
        ends = [calendar.month(1)]
        while ends[-1] < horizon:
            ends.append(calendar.month(len(ends) + 1))
        return cls(calendar, ends, [])

    def add(self, at: Minutes) -> None:
        """The next session was held at this minute; at the very end of a month it still counts."""
        self._of_session.append(bisect_right(self._ends, at - 1) + 1)

    def split(self, first: int, presence: Sequence[bool]) -> Iterator[tuple[int, int, int]]:
        """(month, sessions present, sessions required) of a run of sessions from ``first`` on."""
        start = 0
        while start < len(presence):
            month = self._of_session[first - 1 + start]
            stop = bisect_right(self._of_session, month) - (first - 1)
            part = presence[start:stop]
            yield month, sum(part), len(part)
            start += len(part)
