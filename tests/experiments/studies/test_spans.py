"""Which sessions a fact is looked for in, and to which month of the life they belong."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.studies.spans import SAMPLE, Months, sample, sampled_presence
from sim.clock import DAY, Calendar

START = datetime(2031, 1, 31)  # a day that most months do not have


@given(count=st.integers(0, 400), size=st.integers(1, 40))
def test_a_sample_is_spread_from_the_first_to_the_last(count: int, size: int) -> None:
    seen = sample(count, size)
    assert len(seen) == min(count, size)
    assert seen == sorted(set(seen))
    assert all(0 <= each < count for each in seen)
    if count:
        assert seen[0] == 0
    if size > 1 and count:
        assert seen[-1] == count - 1


@given(count=st.integers(2, 400), size=st.integers(2, 40))
def test_no_gap_of_a_sample_is_more_than_one_wider_than_another(count: int, size: int) -> None:
    seen = sample(count, size)
    gaps = [later - earlier for earlier, later in pairwise(seen)]
    assert max(gaps) - min(gaps) <= 1


@given(count=st.integers(2, 300), size=st.integers(2, 30))
def test_a_sampled_session_is_the_one_nearest_to_its_even_place(count: int, size: int) -> None:
    seen = sample(count, size)
    if count > size:
        for place, found in enumerate(seen):
            assert abs(found - Fraction(place * (count - 1), size - 1)) <= Fraction(1, 2)


@given(presence=st.lists(st.booleans(), max_size=SAMPLE))
def test_few_sessions_are_all_looked_at(presence: list[bool]) -> None:
    assert sampled_presence(presence) == sum(presence)


@given(presence=st.lists(st.booleans(), max_size=200), size=st.integers(1, 30))
def test_an_estimate_lies_between_nothing_and_all(presence: list[bool], size: int) -> None:
    found = sampled_presence(presence, size)
    assert 0.0 <= found <= len(presence)
    absent = sampled_presence([not each for each in presence], size)
    assert found + absent == pytest.approx(len(presence))


# --- months ---------------------------------------------------------------------------------------


def month_of(calendar: Calendar, at: int) -> int:
    """Counted up month by month: the first whose end has not gone by."""
    month = 1
    while calendar.month(month) < at:
        month += 1
    return month


minutes = st.lists(st.integers(1, 360 * DAY), min_size=1, max_size=25).map(sorted)


@given(ats=minutes, data=st.data())
def test_months_are_split_as_if_each_session_was_looked_up(
    ats: list[int], data: st.DataObject
) -> None:
    calendar = Calendar(START)
    months = Months.of(calendar, calendar.month(12))
    for at in ats:
        months.add(at)
    first = data.draw(st.integers(1, len(ats)))
    length = data.draw(st.integers(0, len(ats) - first + 1))
    presence = data.draw(st.lists(st.booleans(), min_size=length, max_size=length))
    required: Counter[int] = Counter()
    present: Counter[int] = Counter()
    for at, there in zip(ats[first - 1 :], presence, strict=False):
        required[month_of(calendar, at)] += 1
        present[month_of(calendar, at)] += there
    found = list(months.split(first, presence))
    assert [month for month, _, _ in found] == sorted(required)
    assert {month: (p, r) for month, p, r in found} == {
        month: (present[month], required[month]) for month in required
    }


@pytest.mark.parametrize("month", [1, 2, 3, 12])
def test_the_end_of_a_month_still_belongs_to_it(month: int) -> None:
    calendar = Calendar(START)
    months = Months.of(calendar, calendar.month(12))
    end = calendar.month(month)
    for at in (end, end + 1):
        months.add(at)
    found = [each for each, _, _ in months.split(1, [True, True])]
    assert found == ([month, month + 1] if month < 12 else [12, 13])


def test_a_month_without_that_day_ends_with_its_last() -> None:
    calendar = Calendar(START)
    months = Months.of(calendar, calendar.month(2))
    for date in (datetime(2031, 2, 27), datetime(2031, 2, 28) + timedelta(hours=1)):
        months.add(calendar.minute(date))
    assert list(months.split(1, [True, False])) == [(1, 1, 1), (2, 0, 1)]
