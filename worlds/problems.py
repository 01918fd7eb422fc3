"""What can be wrong with a world file: a place, a severity and a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Problem:
    """``where`` is the path inside the file, such as ``entities.home.pool.2``.

    A world with an error is refused or cannot be used for every task; a warning is advice.

    >>> print(Problem("error", "edges.0.child", "no entity is called 'hme'"))
    error: edges.0.child: no entity is called 'hme'
    """

    severity: Severity
    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.severity}: {self.where}: {self.message}"


def error(where: str, message: str) -> Problem:
    """A problem that must be solved."""
    return Problem("error", where, message)


def warning(where: str, message: str) -> Problem:
    """A problem that may be left as it is."""
    return Problem("warning", where, message)
