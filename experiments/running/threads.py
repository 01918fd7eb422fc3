"""Workers for lives that wait for models: threads, called off together when one of them fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import TypeVar

from sim.errors import Stopped

T = TypeVar("T")
R = TypeVar("R")


def on_threads(
    unit: Callable[[T], R], given: Sequence[T], workers: int, call_off: Callable[[], None]
) -> Iterator[R]:
    """Do units on so many threads; results come as they are done, in any order.

    When one raises, or when nobody wants more results, the others are called off and waited for;
    then what was raised first is raised. What they had finished is kept on disk.
    """
    with ThreadPoolExecutor(workers, thread_name_prefix="life") as pool:
        waiting = [pool.submit(unit, item) for item in given]
        try:
            yield from _as_done(waiting)
        except BaseException as error:
            call_off()
            pool.shutdown(wait=True, cancel_futures=True)
            raise _cause(error, waiting) from error


def _as_done(waiting: Sequence[Future[R]]) -> Iterator[R]:
    left = set(waiting)
    while left:
        done, left = wait(left, return_when=FIRST_COMPLETED)
        for future in done:
            yield future.result()


def _cause(error: BaseException, waiting: Sequence[Future[R]]) -> BaseException:
    """Why the others were called off, should one of those have been the first to say so."""
    if not isinstance(error, Stopped):
        return error
    raised = (f.exception() for f in waiting if f.done() and not f.cancelled())
    return next((e for e in raised if e is not None and not isinstance(e, Stopped)), error)
