"""What a check finds in a data file: a list of problems, never an exception."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, TypeVar

from sim.errors import BadData, LifeworldError

Severity = Literal["error", "warning"]
S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a file: an error forbids its use, a warning does not.

    >>> print(Problem("error", "people/ada.yaml, profile", "no long-horizon domain"))
    error: people/ada.yaml, profile: no long-horizon domain
    """

    severity: Severity
    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.severity}: {self.where}: {self.message}"


def inspect(
    where: str, read: Callable[[], S], look: Callable[[S], Iterable[Problem]]
) -> list[Problem]:
    """The problems of what ``read`` gives; if it cannot be read, that is the one problem.

    Errors come first; within a severity the order is that of the file.
    """
    try:
        found = list(look(read()))
    except BadData as refused:
        place, _, message = str(refused).partition(": ")
        return [Problem("error", place, message)]
    except LifeworldError as refused:
        return [Problem("error", where, str(refused))]
    return sorted(found, key=lambda problem: problem.severity)
