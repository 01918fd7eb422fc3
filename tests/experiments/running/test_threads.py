"""Threads that wait for models: every result comes, and the first failure ends all."""

from __future__ import annotations

from threading import Barrier, Event

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from experiments.running.threads import on_threads
from sim.errors import RoleFailed, Stopped


def never() -> None:
    raise AssertionError("nothing failed, nothing is to be called off")


@settings(max_examples=20)
@given(items=st.lists(st.integers(), max_size=12), workers=st.integers(1, 4))
def test_every_unit_is_done_once(items: list[int], workers: int) -> None:
    done = on_threads(lambda item: item * 2, items, workers, never)
    assert sorted(done) == sorted(item * 2 for item in items)


def test_units_are_done_side_by_side() -> None:
    meeting = Barrier(3, timeout=10)  # nobody passes before all three are there
    assert len(list(on_threads(lambda _: meeting.wait(), [1, 2, 3], 3, never))) == 3


def test_what_failed_first_is_raised_and_not_that_others_were_called_off() -> None:
    stopped = Event()

    def unit(number: int) -> int:
        if number == 0:
            raise RoleFailed("judge", "no number")
        stopped.wait(10)
        raise Stopped("called off")

    with pytest.raises(RoleFailed, match="no number"):
        list(on_threads(unit, [0, 1, 2], 3, stopped.set))
    assert stopped.is_set()


def test_the_cause_is_found_behind_one_that_was_called_off() -> None:
    """The unit that was called off may be the first to be looked at."""
    told, raised = Event(), Event()

    def unit(number: int) -> int:
        if number == 0:
            told.wait(10)
            raise Stopped("called off")
        told.set()
        raised.wait(10)
        raise RoleFailed("judge", "no number")

    with pytest.raises(RoleFailed, match="no number"):
        list(on_threads(unit, [0, 1], 2, raised.set))


def test_if_all_were_called_off_that_is_said() -> None:
    def unit(number: int) -> int:
        raise Stopped(f"called off {number}")

    with pytest.raises(Stopped, match="called off"):
        list(on_threads(unit, [1], 1, lambda: None))


def test_when_nobody_wants_more_the_rest_is_called_off() -> None:
    stopped, begun = Event(), []

    def unit(number: int) -> int:
        begun.append(number)
        if number:
            stopped.wait(10)
        return number

    results = on_threads(unit, range(50), 2, stopped.set)
    assert next(results) == 0
    results.close()  # type: ignore[attr-defined]
    assert stopped.is_set()
    assert len(begun) < 50
