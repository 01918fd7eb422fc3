"""Workers: lives in place, or on processes; a pool that breaks is made anew."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import connection, get_all_start_methods, get_context, parent_process
from typing import TypeVar

from sim.errors import RunFailed

T = TypeVar("T")
R = TypeVar("R")

THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
"""What numerical libraries look at when they are first loaded."""
PRELOADED = ["experiments.running.unit"]
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
    with _pool(workers) as pool:
        waiting: dict[Future[R], T] = {}
        try:
            rest = iter(given)
            _hand_out(pool, unit, rest, waiting, workers * AHEAD)
            while waiting:
                for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                    yield waiting.pop(future), future.result()
                _hand_out(pool, unit, rest, waiting, workers * AHEAD)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _hand_out(
    pool: Executor,
    unit: Callable[[T], R],
    rest: Iterator[T],
    waiting: dict[Future[R], T],
    wanted: int,
) -> None:
    while len(waiting) < wanted:
        item = next(rest, None)
        if item is None:
            return
        waiting[pool.submit(unit, item)] = item


@contextmanager
def _pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """A pool whose processes use one core each: there are as many of them as cores."""
    method = "forkserver" if "forkserver" in get_all_start_methods() else "spawn"
    context = get_context(method)
    if method == "forkserver":
        context.set_forkserver_preload(PRELOADED)
    kept = {name: os.environ.get(name) for name in THREADS}
    os.environ.update({name: "1" for name, value in kept.items() if value is None})
    try:
        with ProcessPoolExecutor(workers, mp_context=context, initializer=_begin) as pool:
            yield pool
    finally:
        for name in (name for name, value in kept.items() if value is None):
            del os.environ[name]


def _begin() -> None:
    """In a worker: let the coordinator alone decide about Ctrl-C, and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_die_with_parent, daemon=True).start()


def _die_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
