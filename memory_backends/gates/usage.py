"""How a user has lately used the assistant, topic by topic and word by word.

Each topic and each telling word keeps a running mean of how lasting the sessions looked in which
it came up. Old sessions fade, so a mean follows the user: a topic in which things were settled
for a year turns within a few sessions that only ask.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(slots=True)
class Running:
    """A mean in which each new value counts for ``rate``, drawn to 0 while there are few."""

    mean: float = 0.0
    count: int = 0

    def add(self, value: float, rate: float) -> None:
        """Take in a value; the first few count as much as those before them together."""
        self.count += 1
        self.mean += (value - self.mean) * max(rate, 1 / (self.count + 1))


@dataclass(slots=True)
class Usage:
    """Running means by name; names never met count as 0."""

    rate: float
    _running: dict[str, Running] = field(default_factory=dict)

    def add(self, names: Iterable[str], value: float) -> None:
        """Note how lasting a session with these names looked, from -1 to 1."""
        for name in names:
            self._running.setdefault(name, Running()).add(value, self.rate)

    def mean(self, names: Iterable[str]) -> float:
        """The average over those names that were met, 0 if none was."""
        met = [self._running[name].mean for name in sorted(names) if name in self._running]
        return sum(met) / len(met) if met else 0.0

    def knows(self, name: str) -> bool:
        """Whether a name was ever met."""
        return name in self._running
