"""Minutes of a life and the dates they stand for."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.clock import DAY, HOUR, WEEK, Calendar

starts = st.datetimes(datetime(1990, 1, 1), datetime(2090, 1, 1)).map(
    lambda date: date.replace(second=0, microsecond=0)
)


@given(starts, st.integers(0, 5_000_000))
def test_a_minute_and_its_date_stand_for_each_other(start: datetime, minute: int) -> None:
    calendar = Calendar(start)
    assert calendar.minute(calendar.date(minute)) == minute


@given(starts, st.integers(0, 100_000), st.integers(0, 59))
def test_seconds_are_dropped(start: datetime, minute: int, second: int) -> None:
    calendar = Calendar(start)
    assert calendar.minute(calendar.date(minute) + timedelta(seconds=second)) == minute


def test_a_date_before_the_life_is_a_negative_minute() -> None:
    assert Calendar(datetime(2031, 1, 6)).minute(datetime(2031, 1, 5, 23)) == -HOUR


def test_units() -> None:
    assert (HOUR, DAY, WEEK) == (60, 1440, 10_080)


@pytest.mark.parametrize(
    ("start", "count", "date"),
    [
        (datetime(2031, 1, 6), 1, datetime(2031, 2, 6)),
        (datetime(2031, 1, 31), 1, datetime(2031, 2, 28)),
        (datetime(2032, 1, 31), 1, datetime(2032, 2, 29)),
        (datetime(2031, 1, 31), 3, datetime(2031, 4, 30)),
        (datetime(2031, 11, 30), 2, datetime(2032, 1, 30)),
        (datetime(2031, 12, 31), 12, datetime(2032, 12, 31)),
        (datetime(2031, 5, 10, 7, 30), 26, datetime(2033, 7, 10, 7, 30)),
        (datetime(2031, 5, 10), 0, datetime(2031, 5, 10)),
    ],
)
def test_months_go_by_the_calendar(start: datetime, count: int, date: datetime) -> None:
    calendar = Calendar(start)
    assert calendar.date(calendar.month(count)) == date


@given(starts, st.integers(0, 60))
def test_months_follow_one_another(start: datetime, count: int) -> None:
    calendar = Calendar(start)
    length = calendar.month(count + 1) - calendar.month(count)
    assert 28 * DAY <= length <= 31 * DAY
