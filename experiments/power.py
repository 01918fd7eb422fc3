"""How many lives does it take to tell two trials apart, and what can so many tell?

By the normal approximation for a paired difference (Chow, Shao & Wang 2008, section 3.1): with a
spread of sigma from life to life, n lives detect a difference d with the power 1 - beta at the
two-sided level alpha if n = ((z(1 - alpha/2) + z(1 - beta)) * sigma / d) ** 2. The spread is taken
from a run: it is what its bootstrap interval implies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import ceil, sqrt
from typing import Any

from experiments.statistics import LEVEL
from sim.errors import Misuse

Row = Mapping[Any, Any]


@dataclass(frozen=True, slots=True)
class Power:
    """What is asked for: the share of true differences to be found, and that of false alarms."""

    power: float = 0.8
    alpha: float = 0.05

    def __post_init__(self) -> None:
        for name, value in (("power", self.power), ("alpha", self.alpha)):
            if not 0 < value < 1:
                raise Misuse(f"{name} is a share between 0 and 1, {value} is not")

    @property
    def reach(self) -> float:
        """How many standard errors a difference must have."""
        from scipy.stats import norm

        return float(norm.ppf(1 - self.alpha / 2) + norm.ppf(self.power))

    def lives(self, spread: float, difference: float) -> int:
        """How many lives tell a difference, two at least.

        >>> Power().lives(spread=0.2, difference=0.1)
        32
        """
        if difference <= 0:
            raise Misuse(f"a difference to be told must be above 0, {difference} is not")
        return max(2, ceil((self.reach * spread / difference) ** 2))

    def detectable(self, spread: float, lives: int) -> float:
        """The smallest difference that so many lives tell.

        >>> round(Power().detectable(spread=0.2, lives=32), 3)
        0.099
        """
        return self.reach * spread / sqrt(lives)


def spread_of(low: float, high: float, lives: int) -> float:
    """The spread from life to life that an interval of a mean over lives implies."""
    from scipy.stats import norm

    error = (high - low) / (2 * float(norm.ppf((1 + LEVEL) / 2)))
    return error * sqrt(lives)


def planned(
    comparisons: Iterable[Row], difference: float, asked: Power
) -> Iterator[dict[str, Any]]:
    """One row a pair of trials and study: what it can tell, and how many lives it would take.

    ``comparisons`` are the rows of the table of that name. Pairs without an interval are left out:
    one life says nothing about how lives differ.
    """
    for row in comparisons:
        if row["low"] is None or row["high"] is None or row["low"] != row["low"]:
            continue
        spread = spread_of(row["low"], row["high"], row["lives"])
        yield {
            "study": row["study"],
            "trial": row["trial"],
            "other": row["other"],
            "lives": row["lives"],
            "difference": row["difference"],
            "detectable": round(asked.detectable(spread, row["lives"]), 4),
            "lives_needed": asked.lives(spread, difference),
        }
