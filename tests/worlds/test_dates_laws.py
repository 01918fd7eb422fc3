"""Laws of dates, whatever the knobs: all in its stretch, told in time, moved by nothing else."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sim.clock import DAY, HOUR, Minutes
from sim.errors import Misuse
from sim.seeds import stream
from worlds.storylines.dates import Dates, draw_dates
from worlds.storylines.options import StorylineOptions

knobs = st.builds(
    lambda changes, updates, lag: StorylineOptions(
        changes=changes, updates=updates, report_lag=(min(lag), max(lag))
    ),
    st.integers(1, 6),
    st.integers(1, 5),
    st.tuples(st.integers(0, 20), st.integers(0, 20)),
)
horizons = st.integers(60, 800).map(lambda days: days * DAY)
seeds = st.integers(0, 10_000)


def drawn(horizon: Minutes, count: int, options: StorylineOptions, seed: int) -> Dates | None:
    try:
        return draw_dates(horizon, count, options, stream("dates", seed))
    except Misuse:
        return None


@settings(max_examples=150)
@given(horizons, st.integers(3, 20), knobs, seeds)
def test_introductions_come_first_and_nothing_comes_after_the_end(
    horizon: Minutes, count: int, options: StorylineOptions, seed: int
) -> None:
    dates = drawn(horizon, count, options, seed)
    assume(dates is not None)
    assert dates is not None
    later = [due for due, _ in dates.changes] + [*dates.updates, dates.deletion]
    assert len(dates.introductions) == count
    assert max(dates.introductions) < min(later)
    assert min(dates.introductions) >= 0
    assert max(*later, *(due + lag for due, lag in dates.changes)) < horizon
    every = (*dates.introductions, *dates.updates, dates.deletion, *(d for d, _ in dates.changes))
    assert all(8 * HOUR <= due % DAY < 21 * HOUR for due in every)


@settings(max_examples=150)
@given(horizons, knobs, seeds)
def test_a_change_is_told_before_the_next_one_happens(
    horizon: Minutes, options: StorylineOptions, seed: int
) -> None:
    dates = drawn(horizon, 4, options, seed)
    assume(dates is not None)
    assert dates is not None
    assert len(dates.changes) == options.changes
    for (due, lag), (following, _) in pairwise(dates.changes):
        assert due + lag < following
        assert 0 <= lag <= options.report_lag[1] * DAY
    assert list(dates.updates) == sorted(set(dates.updates))
    assert list(dates.introductions) == sorted(set(dates.introductions))


@settings(max_examples=100)
@given(horizons, st.tuples(st.integers(3, 20), st.integers(3, 20)), knobs, seeds)
def test_how_many_introductions_there_are_moves_no_event(
    horizon: Minutes, counts: tuple[int, int], options: StorylineOptions, seed: int
) -> None:
    """How explicitly things are told decides how many there are; events must not depend on it."""
    one, other = (drawn(horizon, count, options, seed) for count in counts)
    assume(one is not None and other is not None)
    assert one is not None
    assert other is not None
    events = [(dates.changes, dates.updates, dates.deletion) for dates in (one, other)]
    assert events[0] == events[1]
