"""What a run tells while it goes on, for whoever wants to show it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Phase = Literal["lives", "tables", "report"]


@dataclass(frozen=True, slots=True)
class Progress:
    """``done`` of ``total`` pieces of a phase; ``what`` is the piece done last, "" at first.

    Lives that an earlier run finished count as done from the start (``kept``).
    """

    phase: Phase
    done: int
    total: int
    what: str = ""
    kept: int = 0


Told = Callable[[Progress], None]


def silent(progress: Progress) -> None:
    """Tell nobody."""
