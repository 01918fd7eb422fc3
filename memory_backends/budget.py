"""A bound on what a backend may keep, on top of the system's own deletions."""

from __future__ import annotations

from dataclasses import dataclass

from memory_backends.base import MemoryBackend
from sim.errors import LacksCapability, Misuse
from sim.text import estimated_tokens
from sim.views import Memory


@dataclass(frozen=True, slots=True)
class Budget:
    """At most so many entries, so many tokens (estimated), both, or no bound (None).

    The oldest entries are evicted first, by simulated date and, within one, in the order of
    ``get_all`` (PerMem-Bench, memory budgets: 100, 200 or 500 entries).

    >>> str(Budget(200)), str(Budget(max_tokens=4000)), str(Budget())
    ('200', '4000 tokens', 'unlimited')
    """

    max_entries: int | None = None
    max_tokens: int | None = None

    def __post_init__(self) -> None:
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

    def enforce(self, backend: MemoryBackend) -> tuple[Memory, ...]:
        """Evict what is over the budget, oldest first; returns what was evicted, in that order."""
        if self.unlimited:
            return ()
        evicted = self._excess(sorted(backend.get_all(), key=lambda entry: entry.created_at))
        for entry in evicted:
            backend.delete(entry.id)
        return evicted

    def _excess(self, oldest_first: list[Memory]) -> tuple[Memory, ...]:
        entries = len(oldest_first)
        tokens = sum(estimated_tokens(entry.text) for entry in oldest_first)
        for count, entry in enumerate(oldest_first):
            if self._fits(entries, tokens):
                return tuple(oldest_first[:count])
            entries -= 1
            tokens -= estimated_tokens(entry.text)
        return tuple(oldest_first)

    def _fits(self, entries: int, tokens: int) -> bool:
        few = self.max_entries is None or entries <= self.max_entries
        return few and (self.max_tokens is None or tokens <= self.max_tokens)

    def __str__(self) -> str:
        bounds = [str(self.max_entries)] if self.max_entries is not None else []
        if self.max_tokens is not None:
            bounds.append(f"{self.max_tokens} tokens")
        return ", ".join(bounds) or "unlimited"
