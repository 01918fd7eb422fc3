"""What the suite found out about a backend."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from memory_backends.base import Capabilities


@dataclass(frozen=True, slots=True)
class Report:
    """Names of the checks that passed, those that failed or did not apply (with why), capabilities.

    Printed, it is the page that ``lifeworld conformance`` shows.
    """

    backend: str
    passed: tuple[str, ...]
    failed: tuple[tuple[str, str], ...]
    skipped: tuple[tuple[str, str], ...]
    capabilities: Capabilities

    @property
    def ok(self) -> bool:
        """Whether nothing failed."""
        return not self.failed

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        ran = len(self.passed) + len(self.failed)
        yield f"{self.backend}: {len(self.passed)} of {ran} checks passed"
        yield from (f"  passed   {name}" for name in self.passed)
        yield from (f"  FAILED   {name}: {why}" for name, why in self.failed)
        yield from (f"  skipped  {name}: {why}" for name, why in self.skipped)
        yield f"  it can: {', '.join(self.capabilities.names()) or 'add and search, no more'}"
