"""Workers: lives in place, or on processes; a pool that breaks is made anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from experiments.running.processes import pool, submit
from sim.errors import RunFailed

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 4  # units handed to a pool per worker: enough to keep it busy, few enough to stay small
BREAKS = 3  # a pool that breaks this often without finishing anything will not get better


def in_place(unit: Callable[[T], R], given: Sequence[T]) -> Iterator[R]:
    """Do one unit after another, here."""
    return map(unit, given)


def on_processes(unit: Callable[[T], R], given: Sequence[T], workers: int) -> Iterator[R]:
    """Do units on so many processes; results come as they are done, in any order.

    When a worker is killed the pool is made anew and whatever was not finished is done again.
    Raises RunFailed if that happens several times without any progress.
    """
    left, breaks = list(given), 0
    while left:
        done: list[T] = []
        try:
            for item, result in _one_pool(unit, left, workers):
                done.append(item)
                breaks = 0
                yield result
        except BrokenProcessPool as broken:
            breaks += 1
            if breaks == BREAKS:
                raise RunFailed(
                    f"worker processes died {BREAKS} times in a row, perhaps for want of memory: "
                    "run the same command again with fewer workers; what is done is kept"
                ) from broken
        finished = set(map(id, done))
        left = [item for item in left if id(item) not in finished]


def _one_pool(unit: Callable[[T], R], given: Sequence[T], workers: int) -> Iterator[tuple[T, R]]:
    with pool(workers) as made:
        waiting: dict[Future[R], T] = {}
        try:
            rest = iter(given)
            _hand_out(made, unit, rest, waiting, workers * AHEAD)
            while waiting:
                for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                    yield waiting.pop(future), future.result()
                _hand_out(made, unit, rest, waiting, workers * AHEAD)
        finally:
            made.shutdown(wait=True, cancel_futures=True)


def _hand_out(
    workers: Executor,
    unit: Callable[[T], R],
    rest: Iterator[T],
    waiting: dict[Future[R], T],
    wanted: int,
) -> None:
    while len(waiting) < wanted:
        item = next(rest, None)
        if item is None:
            return
        waiting[submit(workers, unit, item)] = item
