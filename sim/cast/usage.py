"""Who used how much: calls and tokens per role, player, trial and phase of one life."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where a call comes from. ``trial`` is "" while dialogue is made for all trials.

    ``phase`` is one of dialogue, gate, ingest, retrieve, answer, judge.
    """

    life: str = ""
    trial: str = ""
    phase: str = "dialogue"


@dataclass(frozen=True, slots=True)
class Usage:
    """One line of the book."""

    role: str
    player: str
    place: Place
    calls: int
    tokens_read: int
    tokens_written: int


@dataclass(slots=True)
class UsageBook:
    """Sums of calls and tokens; lines come out sorted, so the order of calls leaves no trace.

    >>> book = UsageBook()
    >>> book.enter("user", "scripted", Place("ada"), 40, 10)
    >>> book.enter("user", "scripted", Place("ada"), 60, 12)
    >>> [(line.calls, line.tokens_read) for line in book.lines()]
    [(2, 100)]
    """

    _sums: dict[tuple[str, str, Place], list[int]] = field(default_factory=dict)

    def enter(self, role: str, player: str, place: Place, read: int, written: int) -> None:
        """Add one call."""
        sums = self._sums.setdefault((role, player, place), [0, 0, 0])
        sums[0] += 1
        sums[1] += read
        sums[2] += written

    def lines(self) -> Iterator[Usage]:
        """The book, sorted by role, player and place."""
        for (role, player, place), (calls, read, written) in sorted(self._sums.items()):
            yield Usage(role, player, place, calls, read, written)
