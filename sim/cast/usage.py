"""Who used how much: calls and tokens per role, player, trial and phase of one life."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where a call comes from. ``trial`` is "" while dialogue is made for all trials.

    ``phase`` is one of profile, dialogue, gate, ingest, retrieve, answer, judge.
    """

    life: str = ""
    trial: str = ""
    phase: str = "dialogue"


@dataclass(frozen=True, slots=True)
class Usage:
    """One line of the book. ``estimated``: at least one count in it is no provider's own.

    ``prompt`` is the version and hash of the prompt that a model was given, "" for the scripted.
    """

    role: str
    player: str
    place: Place
    calls: int
    tokens_read: int
    tokens_written: int
    estimated: bool = True
    prompt: str = ""


class Counts(Protocol):
    """What one call took."""

    @property
    def tokens_read(self) -> int:
        """Tokens of the prompt."""
        ...

    @property
    def tokens_written(self) -> int:
        """Tokens of the reply."""
        ...

    @property
    def estimated(self) -> bool:
        """Whether these are estimates."""
        ...

    @property
    def calls(self) -> int:
        """How many calls it took; 0 where nobody had to be asked."""
        ...

    @property
    def prompt(self) -> str:
        """Version and hash of the prompt."""
        ...


@dataclass(slots=True)
class _Sums:
    calls: int = 0
    read: int = 0
    written: int = 0
    estimated: bool = False
    prompt: str = ""


@dataclass(slots=True)
class UsageBook:
    """Sums of calls and tokens; lines come out sorted, so the order of calls leaves no trace.

    >>> book = UsageBook()
    >>> book.enter("user", "scripted", Place("ada"), 40, 10)
    >>> book.enter("user", "scripted", Place("ada"), 60, 12)
    >>> [(line.calls, line.tokens_read) for line in book.lines()]
    [(2, 100)]
    """

    _sums: dict[tuple[str, str, Place], _Sums] = field(default_factory=dict)
    _times: dict[Place, tuple[int, float]] = field(default_factory=dict)

    def enter(self, role: str, player: str, place: Place, read: int, written: int) -> None:
        """Add one call whose tokens are estimates."""
        self._add(role, player, place, _Sums(1, read, written, estimated=True))

    def note(self, role: str, player: str, place: Place, counts: Counts) -> None:
        """Add what a call took."""
        one = _Sums(
            counts.calls,
            counts.tokens_read,
            counts.tokens_written,
            estimated=counts.estimated,
            prompt=counts.prompt,
        )
        self._add(role, player, place, one)

    def _add(self, role: str, player: str, place: Place, one: _Sums) -> None:
        sums = self._sums.setdefault((role, player, place), _Sums())
        sums.calls += one.calls
        sums.read += one.read
        sums.written += one.written
        sums.estimated |= one.estimated
        sums.prompt = one.prompt or sums.prompt

    def took(self, place: Place, seconds: float) -> None:
        """Add one piece of work and how long it took on the wall."""
        times, so_far = self._times.get(place, (0, 0.0))
        self._times[place] = times + 1, so_far + seconds

    def times(self) -> Iterator[tuple[Place, int, float]]:
        """How often and how long work was done at each place, sorted."""
        for place in sorted(self._times):
            yield place, *self._times[place]

    def lines(self) -> Iterator[Usage]:
        """The book, sorted by role, player and place."""
        for (role, player, place), sums in sorted(self._sums.items(), key=lambda item: item[0]):
            counts = (sums.calls, sums.read, sums.written)
            yield Usage(role, player, place, *counts, sums.estimated, sums.prompt)
