"""A bound on what a backend may keep, on top of the system's own deletions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, get_args

from memory_backends.base import MemoryBackend
from sim.errors import LacksCapability, Misuse, UnknownName
from sim.text import estimated_tokens
from sim.views import Memory

Eviction = Literal["oldest_first", "least_recently_retrieved", "retroactive"]
EVICTIONS: tuple[Eviction, ...] = get_args(Eviction)


@dataclass(frozen=True, slots=True)
class Course:
    """What has come of the entries so far, as far as eviction looks at it.

    ``retrieved`` has the date at which an entry, by its id, was last found by a search;
    ``regretted`` are sessions that were stored and by now seem transient.
    """

    retrieved: Mapping[str, datetime] = field(default_factory=dict)
    regretted: frozenset[str] = frozenset()


NOTHING = Course()


@dataclass(frozen=True, slots=True)
class Budget:
    """At most so many entries, so many tokens (estimated), both, or no bound (None).

    Evicted first are the oldest entries, by simulated date and, within one, in the order of
    ``get_all`` (PerMem-Bench, memory budgets: 100, 200 or 500 entries). Beyond the paper, with
    ``eviction``: those not retrieved for the longest time, where an entry that never was counts
    from its creation; or, retroactively, entries of regretted sessions before all others.

    >>> str(Budget(200)), str(Budget(max_tokens=4000)), str(Budget())
    ('200', '4000 tokens', 'unlimited')
    >>> str(Budget(200, eviction="retroactive"))
    '200[eviction=retroactive]'
    """

    max_entries: int | None = None
    max_tokens: int | None = None
    eviction: Eviction = "oldest_first"

    def __post_init__(self) -> None:
        if self.eviction not in EVICTIONS:
            raise UnknownName("eviction", self.eviction, EVICTIONS)
        for bound in (self.max_entries, self.max_tokens):
            if bound is not None and bound < 1:
                raise Misuse(f"a budget of {bound} keeps nothing: give 1 or more, or leave it out")

    @property
    def unlimited(self) -> bool:
        """Whether nothing is ever evicted."""
        return self.max_entries is None and self.max_tokens is None

    def check(self, backend: type[MemoryBackend]) -> None:
        """Raise LacksCapability if this budget cannot be kept with a class of backends."""
        able = backend.capabilities()
        lacking = [what for what in ("delete", "enumerate") if not getattr(able, what)]
        if lacking and not self.unlimited:
            raise LacksCapability(
                f"a budget of {self} needs a backend that can {' and '.join(lacking)} its entries, "
                f"which {backend.name!r} cannot: run it with an unlimited budget"
            )

    def enforce(self, backend: MemoryBackend, course: Course = NOTHING) -> tuple[Memory, ...]:
        """Evict what is over the budget; returns what was evicted, in that order."""
        if self.unlimited:
            return ()
        evicted = self._excess(self._in_turn(backend.get_all(), course))
        for entry in evicted:
            backend.delete(entry.id)
        return evicted

    def _in_turn(self, entries: list[Memory], course: Course) -> list[Memory]:
        """The entries in the order in which they would be evicted."""
        entries = sorted(entries, key=lambda entry: entry.created_at)
        if self.eviction == "least_recently_retrieved":
            last = course.retrieved
            return sorted(entries, key=lambda entry: last.get(entry.id, entry.created_at))
        if self.eviction == "retroactive":
            return sorted(entries, key=lambda entry: not _is_regretted(entry, course.regretted))
        return entries

    def _excess(self, in_turn: list[Memory]) -> tuple[Memory, ...]:
        entries = len(in_turn)
        tokens = sum(estimated_tokens(entry.text) for entry in in_turn)
        for count, entry in enumerate(in_turn):
            if self._fits(entries, tokens):
                return tuple(in_turn[:count])
            entries -= 1
            tokens -= estimated_tokens(entry.text)
        return tuple(in_turn)

    def _fits(self, entries: int, tokens: int) -> bool:
        few = self.max_entries is None or entries <= self.max_entries
        return few and (self.max_tokens is None or tokens <= self.max_tokens)

    def __str__(self) -> str:
        bounds = [str(self.max_entries)] if self.max_entries is not None else []
        if self.max_tokens is not None:
            bounds.append(f"{self.max_tokens} tokens")
        rule = "" if self.eviction == "oldest_first" else f"[eviction={self.eviction}]"
        return ", ".join(bounds) + rule if bounds else "unlimited"


def _is_regretted(entry: Memory, regretted: frozenset[str]) -> bool:
    """Whether all sessions that an entry comes from are regretted; of unknown origin it is not."""
    return bool(entry.sessions) and regretted.issuperset(entry.sessions)
