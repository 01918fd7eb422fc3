"""A stay: one domain in a person's life, in one role, from one date to another."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from personas.persona import DomainUse
from sim.clock import Minutes


@dataclass(frozen=True, slots=True)
class Stay:
    """How long a domain is used in one way. ``phases`` are its spans between the life's shifts."""

    use: DomainUse
    phases: tuple[tuple[Minutes, Minutes], ...]

    @property
    def begins(self) -> Minutes:
        """The minute at which the person takes the domain up in this role."""
        return self.phases[0][0]

    @property
    def length(self) -> Minutes:
        """How long the stay lasts."""
        return self.phases[-1][1] - self.begins


def scaled(full: int, span: Minutes, year: Minutes) -> int:
    """A number of projects for a span: in proportion below a year, at least one.

    >>> from sim.clock import DAY
    >>> [scaled(5, months * 30 * DAY, 360 * DAY) for months in (1, 6, 12, 24)]
    [1, 3, 5, 5]
    """
    return max(1, int(full * min(1.0, span / year) + 0.5))


def spaced(span: Minutes, spacing: Minutes) -> int:
    """How many one-off sessions a span has room for, at least one.

    >>> from sim.clock import DAY
    >>> spaced(60 * DAY, 8 * DAY), spaced(DAY, 8 * DAY)
    (7, 1)
    """
    return max(1, span // spacing)


def mean_gap(span: Minutes, sessions: int) -> Minutes:
    """The average time between sessions that lets them fill a span and the last fall inside it.

    >>> from sim.clock import DAY
    >>> mean_gap(100 * DAY, 9) // DAY
    10
    """
    return max(1, span // (sessions + 1))


def phases(
    begins: Minutes, ends: Minutes, shifts: tuple[Minutes, ...]
) -> tuple[tuple[Minutes, Minutes], ...]:
    """The spans between the shifts that fall inside a stay.

    >>> phases(0, 100, (40, 100))
    ((0, 40), (40, 100))
    """
    edges = (begins, *(at for at in shifts if begins < at < ends), ends)
    return tuple(pairwise(edges))
