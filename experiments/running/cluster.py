"""Workers on a cluster of machines, by dask.distributed; or on this one, to try it.

A worker that dies is replaced or done without: dask gives its lives to others. Nothing else about
a run changes, for every life depends on its own seeds alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from experiments.running.processes import one_thread_each, without_script
from sim.errors import MissingExtra, Misuse, RunFailed

if TYPE_CHECKING:
    from distributed import Client, Future

T = TypeVar("T")
R = TypeVar("R")

PATIENCE = 10.0  # seconds that a scheduler has to answer, and a first worker to be there
AHEAD = 4  # lives that are under way per worker, so that none waits for the coordinator


def on_cluster(
    unit: Callable[[T], R], given: Sequence[T], scheduler: str | None, workers: int
) -> Iterator[R]:
    """Do units on the workers of a scheduler, or on so many of a local cluster if there is none.

    Results come as they are done, in any order. Raises Misuse when nobody answers, RunFailed when
    the scheduler goes away or every worker that takes up a life dies of it.
    """
    from distributed import CancelledError, KilledWorker
    from distributed.comm.core import CommClosedError

    if not given:
        return
    try:
        with connected(scheduler, workers) as client:
            yield from _results(client, unit, given)
    except KilledWorker as killed:
        raise RunFailed(
            "a life killed every worker that took it up, perhaps for want of memory: give workers "
            "more and run the same command again; what is done is kept"
        ) from killed
    except (CancelledError, CommClosedError) as lost:
        raise RunFailed(
            f"the scheduler {scheduler or 'of the local cluster'} went away: start it and run the "
            "same command again; what is done is kept"
        ) from lost


@contextmanager
def connected(scheduler: str | None, workers: int) -> Iterator[Client]:
    """A client of a scheduler that has workers."""
    try:
        from distributed import Client
    except ImportError as error:
        raise MissingExtra("the cluster engine", "cluster") from error

    with ExitStack() as stack:
        address: Any = scheduler
        if scheduler is None:
            address = stack.enter_context(_local(workers))
        try:
            client = stack.enter_context(Client(address, timeout=PATIENCE, set_as_default=False))
            client.wait_for_workers(1, timeout=PATIENCE)
        except (OSError, ValueError, TimeoutError) as error:
            raise Misuse(
                f"no scheduler with workers answers at {scheduler}: start it with 'dask scheduler' "
                f"and at least one 'dask worker {scheduler} --nthreads 1'"
            ) from error
        yield client


@contextmanager
def _local(workers: int) -> Iterator[Any]:
    """A cluster on this machine: one process a worker, one thread each, no page to watch it."""
    from distributed import LocalCluster

    with (
        one_thread_each(),
        without_script(),
        LocalCluster(
            n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=40
        ) as made,
    ):
        yield made


def _results(client: Client, unit: Callable[[T], R], given: Sequence[T]) -> Iterator[R]:
    """As many units under way as keep all workers busy; each result is let go once it is here."""
    from distributed import as_completed

    rest = iter(given)
    ahead = AHEAD * max(1, len(client.nthreads()))
    first = [_sent(client, unit, item) for item in islice(rest, ahead)]
    coming = as_completed(first, loop=client.loop)
    for future in coming:
        yield future.result()
        future.release()
        item = next(rest, None)
        if item is not None:
            coming.add(_sent(client, unit, item))


def _sent(client: Client, unit: Callable[[T], R], item: T) -> Future[R]:
    return client.submit(unit, item, pure=False, retries=0)
