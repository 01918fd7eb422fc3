"""Trying again: passing faults are waited out, a little longer each time."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from sim.cast.models.faults import Passing
from sim.seeds import stream

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Retries:
    """How often, and how long between: ``first`` seconds, doubled each time, at most ``longest``.

    A wait that the server asks for counts instead, up to ``patience`` seconds. The jitter comes
    from the seed of the call, so that nothing here is left to chance.
    """

    attempts: int = 6
    first: float = 0.5
    longest: float = 20.0
    patience: float = 120.0
    sleep: Callable[[float], None] = time.sleep

    def carry_out(self, call: Callable[[], T], name: str) -> T:
        """Call until it goes well. Raises the last fault when it does not, or one that stands."""
        for attempt in range(1, self.attempts):
            try:
                return call()
            except Passing as fault:
                self.sleep(self.wait(fault.retry_after, attempt, name))
        return call()

    def wait(self, asked_for: float | None, attempt: int, name: str) -> float:
        """Seconds before the next attempt.

        >>> 0.25 <= Retries().wait(None, 1, "x") <= 0.75
        True
        >>> 2 <= Retries().wait(2.0, 1, "x") <= 2.2
        True
        """
        jitter = float(stream("retry", name, attempt).random())
        if asked_for is not None:
            return min(asked_for, self.patience) * (1 + jitter / 10)
        return min(self.longest, self.first * float(2 ** (attempt - 1))) * (0.5 + jitter)
