"""How many lives a comparison needs, checked against simulation."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.power import Power, planned, spread_of
from experiments.statistics import bootstrap, holm
from sim.errors import Misuse


@pytest.mark.parametrize(("power", "difference", "spread"), [(0.8, 0.1, 0.3), (0.9, 0.2, 0.5)])
def test_so_many_lives_find_the_difference_as_often_as_was_asked(
    power: float, difference: float, spread: float
) -> None:
    lives = Power(power).lives(spread, difference)
    rng = np.random.default_rng(1)
    drawn = rng.normal(difference, spread, size=(4000, lives))
    errors = drawn.std(axis=1, ddof=1) / np.sqrt(lives)
    found = np.mean(drawn.mean(axis=1) / errors > 1.96)
    assert found == pytest.approx(power, abs=0.03)


@given(st.floats(0.01, 1), st.integers(2, 5000))
def test_lives_and_detectable_difference_are_two_sides_of_one_thing(spread, lives) -> None:
    asked = Power()
    smallest = asked.detectable(spread, lives)
    assert asked.lives(spread, smallest * 1.0001) <= lives
    assert asked.lives(spread, smallest * 0.99) > lives or lives == 2


@given(st.floats(0.05, 1), st.floats(0.01, 0.5))
def test_more_is_asked_for_smaller_differences_and_greater_certainty(spread, difference) -> None:
    usual = Power().lives(spread, difference)
    assert Power().lives(spread, difference / 2) >= usual
    assert Power(power=0.95).lives(spread, difference) >= usual
    assert Power(alpha=0.01).lives(spread, difference) >= usual


def test_the_spread_that_a_bootstrap_interval_implies_is_that_of_the_lives() -> None:
    rng = np.random.default_rng(2)
    differences = rng.normal(0.2, 0.3, size=400)
    bounds = bootstrap(list(differences), [1.0] * 400, "power")
    assert spread_of(bounds.low, bounds.high, 400) == pytest.approx(differences.std(), rel=0.1)


def row(**more):
    given_ = {"study": "retention", "trial": "a", "other": "b", "lives": 100, "difference": 0.1}
    return {**given_, "low": 0.06, "high": 0.14, **more}


def test_pairs_are_planned_and_those_without_an_interval_left_out() -> None:
    (found,) = planned([row(), row(low=None, high=None), row(low=float("nan"))], 0.05, Power())
    # the interval is 0.04 to either side: a standard error of 0.0204, of which 2.8 are needed
    assert found["detectable"] == pytest.approx(0.0572, abs=0.0002)
    assert found["lives_needed"] == 131  # (2.8016 * 0.2041 / 0.05) ** 2 = 130.8


def test_what_cannot_be_asked_is_refused() -> None:
    with pytest.raises(Misuse, match="above 0"):
        Power().lives(0.1, 0)
    with pytest.raises(Misuse, match="power is a share"):
        Power(power=1.2)
    with pytest.raises(Misuse, match="alpha is a share"):
        Power(alpha=0)


@given(st.lists(st.none() | st.floats(0, 1), max_size=8))
def test_corrected_values_are_no_smaller_keep_their_order_and_unknown_ones_stay(ps) -> None:
    found = holm(ps)
    assert [p is None for p in found] == [p is None for p in ps]
    known = sorted((p, q) for p, q in zip(ps, found, strict=True) if p is not None)
    assert all(q >= round(p, 6) - 1e-9 and q <= 1 for p, q in known)
    assert [q for _, q in known] == sorted(q for _, q in known)


def test_one_pair_alone_needs_no_correction() -> None:
    assert holm([0.03]) == [0.03]
    assert holm([]) == []
