"""Who does the work of a run: processes where twins play, threads where models do, or a cluster.

Which of them it is changes how long a run takes, and nothing else.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeVar, get_args

from experiments.running.casting import Casts, scripted
from experiments.running.threads import on_threads
from experiments.running.workers import in_place, on_processes
from sim.errors import Misuse, UnknownName

if TYPE_CHECKING:
    from sim.cast.models import Company

T = TypeVar("T")
R = TypeVar("R")

Kind = Literal["auto", "processes", "threads", "cluster"]


@dataclass(frozen=True, slots=True)
class Engine:
    """What lives are lived on. ``auto`` is threads where models play, and processes otherwise.

    ``workers`` None is one process a core, or a thread a call at once. ``scheduler`` is the address
    of a dask scheduler, ``tcp://host:8786``; without one, a cluster is started on this machine.
    Raises UnknownName for another engine, Misuse for a scheduler that would not be used.
    """

    kind: Kind = "auto"
    workers: int | None = None
    scheduler: str | None = None

    def __post_init__(self) -> None:
        if self.kind not in get_args(Kind):
            raise UnknownName("engine", self.kind, get_args(Kind))
        if self.scheduler is not None and self.kind != "cluster":
            raise Misuse(f"a scheduler goes with the engine 'cluster', not with {self.kind!r}")

    def check(self, *, modelled: bool) -> None:
        """Refuse an engine whose workers could not share the cache and limits of models."""
        if modelled and self.kind in ("processes", "cluster"):
            raise Misuse(
                f"models cannot play on the engine {self.kind!r}: replies, limits and pace are "
                "kept by one process; leave the engine out, lives then wait for models on threads"
            )


@dataclass(frozen=True, slots=True)
class Crew:
    """Workers for units."""

    engine: Engine
    company: Company | None = None

    def __post_init__(self) -> None:
        self.engine.check(modelled=self.company is not None)

    @property
    def casts(self) -> Casts:
        """Who plays in each unit."""
        return scripted if self.company is None else self.company.cast

    @property
    def is_elsewhere(self) -> bool:
        """Whether units are done where the run's folder may not be."""
        return self.engine.kind == "cluster"

    def work(self, unit: Callable[[T], R], given: Sequence[T]) -> Iterator[R]:
        """The results of the units, as they are done."""
        wanted = self.engine.workers or (
            cores() if self.company is None else self.company.limits.at_once
        )
        count = min(wanted, len(given))
        if self.is_elsewhere:
            from experiments.running.cluster import on_cluster

            return on_cluster(unit, given, self.engine.scheduler, count)
        if count <= 1:
            return in_place(unit, given)
        if self.company is not None:
            return on_threads(unit, given, count, self.company.call_off)
        if self.engine.kind == "threads":
            return on_threads(unit, given, count, lambda: None)
        return on_processes(unit, given, count)


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
