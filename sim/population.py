"""The population clock: many lives seen side by side, one checkpoint date a step.

A checkpoint is no barrier. Lives run ahead of one another on a pool of workers and leave a
snapshot at each checkpoint; a step waits only until every life has left the snapshot of that date.
Lives share nothing, so neither the pool nor the order of arrival has any influence on what a
population collects. Mesa's own random numbers are never used.

Importing this module imports Mesa, which sets the start method of ``multiprocessing`` to "spawn".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from datetime import datetime
from functools import partial
from typing import Generic, Protocol, Self, TypeVar

import mesa

from sim.clock import Calendar, Minutes
from sim.errors import BadData, LifeworldError, RunFailed
from sim.snapshots import Scalar, Shelf, Snapshot


class Dated(Protocol):
    """What a population must know of a life; ``sim.life.Life`` is one."""

    @property
    def id(self) -> str:
        """The life's name."""
        ...

    @property
    def calendar(self) -> Calendar:
        """When it begins."""
        ...

    @property
    def checkpoints(self) -> tuple[Minutes, ...]:
        """At which of its minutes it leaves a snapshot."""
        ...


L = TypeVar("L", bound=Dated)
Observe = Callable[[L], Iterable[Snapshot]]
"""Lives a life and yields one snapshot a checkpoint, in order."""


class UserAgent(mesa.Agent):  # type: ignore[misc]  # Mesa has no types
    """One life of a population, as it was at the checkpoint reached last."""

    def __init__(self, model: mesa.Model, life_id: str) -> None:
        super().__init__(model)
        self.life_id = life_id
        self.snapshot: Snapshot = {}

    def scalar(self, name: str) -> Scalar:
        """One figure of the snapshot; None before the first checkpoint."""
        return self.snapshot.get(name)


class Population(mesa.Model, Generic[L]):  # type: ignore[misc]
    """A model with one agent per life and a ``DataCollector`` over their snapshots.

    ``scalars`` names the figures of a snapshot. ``observe`` lives a life: on the ``executor``'s
    workers, all lives at once, or, without one, in place and step by step. Without ``observe``
    somebody else lives the lives and brings the snapshots with ``leave`` (or ``fail``). Threads
    leave snapshots as they go, other workers when a life is over.

    Step 0 of the collected data is the beginning, before any snapshot; step n is checkpoint n. One
    closing step more changes nothing: ``mesa.batch_run`` reports only what came before the last
    step. For ``batch_run``, write a subclass that makes its lives from plain keywords; vary
    ``seed`` as a parameter, and sort the rows by ``RunId``, ``Step`` and ``AgentID``.
    """

    def __init__(
        self,
        lives: Sequence[L],
        *,
        scalars: Sequence[str],
        observe: Observe[L] | None = None,
        executor: Executor | None = None,
        seed: int = 0,
    ) -> None:
        super().__init__(seed=seed)
        self.dates = _common_dates(lives)
        self.checkpoint = 0
        self.date = min(life.calendar.start for life in lives)
        self.users = [UserAgent(self, life.id) for life in lives]
        self._shelf = Shelf([life.id for life in lives], len(self.dates), scalars)
        self._courses: dict[str, Iterator[Snapshot]] = {}
        if observe is not None:
            self._set_going(lives, observe, executor)
        self.datacollector = mesa.DataCollector(
            model_reporters={"checkpoint": "checkpoint", "date": "date"},
            agent_reporters={
                "life": "life_id",
                **{name: [UserAgent.scalar, [name]] for name in scalars},
            },
        )
        self.datacollector.collect(self)

    @property
    def is_ready(self) -> bool:
        """Whether the next step will not have to wait (nor, in place, to live)."""
        number = self.checkpoint + 1
        return number > len(self.dates) or self._shelf.is_complete(number)

    def leave(self, life_id: str, number: int, snapshot: Snapshot) -> None:
        """Bring the snapshot of a life at checkpoint ``number`` (from 1), from any thread.

        Raises Misuse for an unknown life or checkpoint, other figures than ``scalars``, or a
        snapshot that was left before.
        """
        self._shelf.leave(life_id, number, snapshot)

    def fail(self, life_id: str, error: BaseException) -> None:
        """Say that a life will leave no more snapshots; the step that misses one raises this."""
        self._shelf.fail(life_id, error)

    def step(self) -> None:
        """Go on to the next checkpoint; after the last, one closing step."""
        if self.checkpoint == len(self.dates):
            self.running = False
            self._courses.clear()
            return
        number = self.checkpoint + 1
        self._live_on(number)
        for user, snapshot in zip(self.users, self._shelf.take(number), strict=True):
            user.snapshot = snapshot
        self.checkpoint, self.date = number, self.dates[number - 1]
        self.datacollector.collect(self)

    def run(self) -> Self:
        """Step to the end."""
        while self.running:
            self.step()
        return self

    def _set_going(
        self, lives: Sequence[L], observe: Observe[L], executor: Executor | None
    ) -> None:
        if executor is None:
            self._courses = {life.id: iter(observe(life)) for life in lives}
        elif isinstance(executor, ThreadPoolExecutor):
            for life in lives:
                future = executor.submit(self._live, observe, life)
                future.add_done_callback(partial(self._is_over, life.id))
        else:
            for life in lives:
                listed = executor.submit(_live_to_the_end, observe, life)
                listed.add_done_callback(partial(self._is_over, life.id))

    def _live_on(self, number: int) -> None:
        """In place: live every life up to its next checkpoint."""
        for life_id, course in self._courses.items():
            snapshot = next(course, None)
            if snapshot is None:
                raise _too_few(life_id, number - 1)
            self.leave(life_id, number, snapshot)

    def _live(self, observe: Observe[L], life: L) -> list[Snapshot]:
        """On a thread: leave each snapshot at once; there is nothing left to bring at the end."""
        for number, snapshot in enumerate(observe(life), 1):
            self.leave(life.id, number, snapshot)
        return []

    def _is_over(self, life_id: str, future: Future[list[Snapshot]]) -> None:
        """A worker has finished a life: bring what it returned, and say that no more will come."""
        error = _error_of(future)
        if error is not None:
            self.fail(life_id, error)
            return
        try:
            for number, snapshot in enumerate(future.result(), 1):
                self.leave(life_id, number, snapshot)
        except LifeworldError as refused:
            self.fail(life_id, refused)
        else:
            self.fail(life_id, _too_few(life_id, self._shelf.left_by(life_id)))


def _live_to_the_end(observe: Observe[L], life: L) -> list[Snapshot]:
    return list(observe(life))


def _error_of(future: Future[list[Snapshot]]) -> BaseException | None:
    if future.cancelled():
        return RunFailed("the life was cancelled before it was lived to its end")
    return future.exception()


def _too_few(life_id: str, left: int) -> RunFailed:
    return RunFailed(f"life {life_id!r} was over after {left} snapshots: one a checkpoint is due")


def _common_dates(lives: Sequence[Dated]) -> list[datetime]:
    """The date of each checkpoint: when the last of the lives has come to it."""
    counts = sorted({len(life.checkpoints) for life in lives})
    if len(counts) != 1:
        found = " and ".join(map(str, counts)) or "no life at all"
        raise BadData("population", f"lives must have as many checkpoints each, found {found}")
    dates = [[life.calendar.date(minute) for minute in life.checkpoints] for life in lives]
    return [max(same) for same in zip(*dates, strict=True)]
