"""Intervals come from drawing whole lives; checked against a brute-force account of the same."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from experiments.statistics import (
    NO_INTERVAL,
    RESAMPLES,
    bootstrap,
    interval,
    mean_of,
    resampled_ratios,
)
from sim.seeds import stream

lives = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 4)), min_size=2, max_size=6)


def brute_force(tops: list[float], bottoms: list[float], *path: str | int) -> list[float]:
    """Draw lives one by one, add them up one by one."""
    ratios = []
    for chunk in range(RESAMPLES // 250):
        drawn = stream(*path, "bootstrap", len(tops), chunk).integers(
            len(tops), size=(250, len(tops))
        )
        for resample in drawn:
            top = sum(tops[life] for life in resample)
            bottom = sum(bottoms[life] for life in resample)
            ratios.append(top / bottom if bottom else float("nan"))
    return ratios


@settings(max_examples=8, deadline=None)
@given(data=lives)
def test_resampled_ratios_are_those_of_a_brute_force_bootstrap(data: list[tuple[int, int]]) -> None:
    tops, bottoms = [float(min(a, b)) for a, b in data], [float(b) for _, b in data]
    fast = resampled_ratios(np.array([tops]), np.array([bottoms]), 7, "x")[0]
    np.testing.assert_allclose(fast, brute_force(tops, bottoms, 7, "x"), atol=1e-12)


@settings(max_examples=20, deadline=None)
@given(data=lives)
def test_an_interval_holds_the_mean_of_lives_that_weigh_the_same(
    data: list[tuple[int, int]],
) -> None:
    tops = [float(a) for a, _ in data]
    bounds = bootstrap(tops, [6.0] * len(tops), 1)
    assert bounds.low is not None
    assert bounds.high is not None
    assert min(tops) / 6 - 1e-6 <= bounds.low <= bounds.high <= max(tops) / 6 + 1e-6
    assert bounds.low - 1e-6 <= sum(tops) / len(tops) / 6 <= bounds.high + 1e-6


@settings(max_examples=10, deadline=None)
@given(data=lives, more=lives)
def test_a_figure_does_not_depend_on_its_neighbours(
    data: list[tuple[int, int]], more: list[tuple[int, int]]
) -> None:
    count = min(len(data), len(more))
    tops = np.array([[a / 3 for a, _ in each[:count]] for each in (data, more)])
    bottoms = np.array([[float(b) for _, b in each[:count]] for each in (data, more)])
    alone = resampled_ratios(tops[:1], bottoms[:1], 5)
    assert alone.tobytes() == resampled_ratios(tops, bottoms, 5)[:1].tobytes()
    assert alone.tobytes() == resampled_ratios(tops[::-1], bottoms[::-1], 5)[1:].tobytes()


def test_the_path_decides_the_draws() -> None:
    tops, bottoms = [0.0, 1.0, 2.0, 5.0], [5.0] * 4
    assert bootstrap(tops, bottoms, 1) == bootstrap(tops, bottoms, 1)
    one, other = (resampled_ratios(np.array([tops]), np.array([bottoms]), seed) for seed in (1, 2))
    assert one.tobytes() != other.tobytes()


def test_fewer_than_two_lives_with_data_have_no_interval() -> None:
    assert bootstrap([1.0], [2.0], 1) == NO_INTERVAL
    assert bootstrap([1.0, 0.0], [2.0, 0.0], 1) == NO_INTERVAL
    assert bootstrap([0.0, 0.0], [0.0, 0.0], 1) == NO_INTERVAL


def test_the_interval_is_the_middle_95_percent() -> None:
    ratios = np.arange(1001) / 1000  # quantile q of 0, 0.001 ... 1 is q itself
    assert interval(ratios, lives=9) == interval(ratios[::-1], lives=9)
    assert (interval(ratios, 9).low, interval(ratios, 9).high) == (0.025, 0.975)


def test_resamples_without_data_are_left_out() -> None:
    ratios = np.array([np.nan, 0.5, np.nan, 0.5])
    assert (interval(ratios, 2).low, interval(ratios, 2).high) == (0.5, 0.5)
    assert interval(np.array([np.nan]), 2) == NO_INTERVAL


def test_the_mean_over_figures_leaves_out_unknown_ones() -> None:
    rows = np.array([[0.2, np.nan, np.nan], [0.4, 0.6, np.nan]])
    np.testing.assert_allclose(mean_of(rows), [0.3, 0.6, np.nan])


def test_coverage_is_about_right_for_many_lives() -> None:
    """Of 60 samples of 40 lives with true rate 0.5, far more than half hold the truth."""
    held = 0
    for sample in range(60):
        tops = stream("coverage", sample).binomial(10, 0.5, size=40).astype(float)
        bounds = bootstrap(list(tops), [10.0] * 40, "coverage", sample)
        assert bounds.low is not None
        assert bounds.high is not None
        held += bounds.low <= 0.5 <= bounds.high
    assert 52 <= held <= 60


@pytest.mark.parametrize("scale", [1, 1000])
def test_large_sums_stay_exact(scale: int) -> None:
    tops, bottoms = [3.0 * scale, 3.0 * scale], [4.0 * scale, 4.0 * scale]
    assert bootstrap(tops, bottoms, 1).low == 0.75
