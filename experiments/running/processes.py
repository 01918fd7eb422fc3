"""Worker processes that do not run the caller's script again, use one core, and die with us."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import connection, get_all_start_methods, get_context, parent_process
from multiprocessing.context import BaseContext
from types import ModuleType
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")

THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
"""What numerical libraries look at when they are first loaded."""
PRELOADED = ["experiments.running.unit"]


@contextmanager
def pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """A pool whose processes use one core each: there are as many of them as cores.

    What ``submit`` hands to it must live in an importable module, not in the caller's script, which
    needs no ``__main__`` guard.
    """
    with (
        one_thread_each(),
        ProcessPoolExecutor(workers, mp_context=_context(), initializer=_begin) as made,
    ):
        yield made


def submit(pool: Executor, unit: Callable[[T], R], given: T) -> Future[R]:
    """Hand a unit to a pool, which may begin a process for it."""
    with without_script():
        return pool.submit(unit, given)


def _context() -> BaseContext:
    """Fork server where there is one: its processes start fast and from a clean state."""
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload(PRELOADED)
    return context


@contextmanager
def without_script() -> Iterator[None]:
    """Hide the caller's script: a new process would run it again to prepare itself."""
    script = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = script


@contextmanager
def one_thread_each() -> Iterator[None]:
    """Have processes begun meanwhile keep their numerical libraries to one thread."""
    ours = [name for name in THREADS if name not in os.environ]
    os.environ.update(dict.fromkeys(ours, "1"))
    try:
        yield
    finally:
        for name in ours:
            os.environ.pop(name, None)


def _begin() -> None:
    """In a worker: let the coordinator alone decide about Ctrl-C, and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_die_with_parent, daemon=True).start()


def _die_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
