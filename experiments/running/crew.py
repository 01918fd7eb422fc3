"""Who does the work of a run: processes where twins play, threads where models do."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from experiments.running.casting import Casts, scripted
from experiments.running.threads import on_threads
from experiments.running.workers import in_place, on_processes

if TYPE_CHECKING:
    from sim.cast.models import Company

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Crew:
    """Workers for units. ``workers`` None is one process a core, or a thread a call at once."""

    workers: int | None
    company: Company | None = None

    @property
    def casts(self) -> Casts:
        """Who plays in each unit."""
        return scripted if self.company is None else self.company.cast

    def work(self, unit: Callable[[T], R], given: Sequence[T]) -> Iterator[R]:
        """The results of the units, as they are done."""
        wanted = self.workers or (cores() if self.company is None else self.company.limits.at_once)
        count = min(wanted, len(given))
        if count <= 1:
            return in_place(unit, given)
        if self.company is None:
            return on_processes(unit, given, count)
        return on_threads(unit, given, count, self.company.call_off)


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
