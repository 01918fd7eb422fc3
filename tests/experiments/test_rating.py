"""Agreement, against worked examples of the papers and tables worked out by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.rating import cohen, exact, gwet, krippendorff, weighted, within

_ = None
# Krippendorff 2011, "Computing Krippendorff's alpha-reliability", section C: four observers,
# twelve units, some values missing; alpha is .743 nominal, .815 ordinal, .849 interval.
OBSERVERS = (
    (1, 2, 3, 3, 2, 1, 4, 1, 2, _, _, _),
    (1, 2, 3, 3, 2, 2, 4, 1, 2, 5, _, 3),
    (_, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, _),
    (1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, _),
)
UNITS = list(zip(*OBSERVERS, strict=True))
GRADES = st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), min_size=1, max_size=30)


@pytest.mark.parametrize(
    ("level", "alpha"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)]
)
def test_alpha_is_that_of_the_paper(level, alpha) -> None:
    assert krippendorff(UNITS, level) == pytest.approx(alpha, abs=0.0005)


def test_kappa_of_a_table_worked_out_by_hand() -> None:
    """20 both yes, 5 and 10 apart, 15 both no: seen .70, by chance .5 * .6 + .5 * .4 = .50."""
    pairs = [("y", "y")] * 20 + [("y", "n")] * 5 + [("n", "y")] * 10 + [("n", "n")] * 15
    assert exact(pairs) == 0.7
    assert cohen(pairs) == pytest.approx(0.4)
    # mean share of yes (25 + 30) / 100 = .55; by chance 2 * .55 * .45 = .495
    assert gwet(pairs) == pytest.approx((0.7 - 0.495) / 0.505)


def test_ac1_stays_steady_where_kappa_falls_apart() -> None:
    """Nearly all yes: kappa is below zero though nine of ten ratings agree."""
    pairs = [("y", "y")] * 90 + [("y", "n")] * 5 + [("n", "y")] * 5
    assert cohen(pairs) == pytest.approx(-0.0526, abs=0.0001)  # (.9 - .905) / .095
    assert gwet(pairs) == pytest.approx(0.8895, abs=0.0001)  # (.9 - .095) / .905


def test_weights_grow_with_the_square_of_the_distance() -> None:
    """1, 2, 3 against 1, 2, 5: seen 4/3; by chance (0+1+16+1+0+9+4+1+4) / 9 = 4."""
    assert weighted([(1, 1), (2, 2), (3, 5)]) == pytest.approx(1 - (4 / 3) / 4)
    assert within([(1, 1), (2, 2), (3, 5)]) == pytest.approx(2 / 3)
    assert within([(1, 1), (2, 2), (3, 5)], 2) == 1


@given(GRADES)
def test_who_always_agrees_has_one_or_nothing_to_agree_on(pairs) -> None:
    same = [(a, a) for a, _ in pairs]
    for measure in (cohen, weighted, gwet):
        assert measure(same) in (None, pytest.approx(1))
    for level in ("nominal", "ordinal", "interval"):
        assert krippendorff(same, level) in (None, pytest.approx(1))


@given(GRADES)
def test_it_does_not_matter_who_is_named_first_and_one_is_the_most(pairs) -> None:
    turned = [(b, a) for a, b in pairs]
    for measure in (exact, within, cohen, weighted, gwet, krippendorff):
        one, other = measure(pairs), measure(turned)
        assert one == other or one == pytest.approx(other)
        assert one is None or one <= 1 + 1e-9


def test_nothing_rated_is_nothing_known() -> None:
    assert [m([]) for m in (exact, within, cohen, weighted, gwet, krippendorff)] == [None] * 6
    assert krippendorff([(1, None), (None, 2)]) is None
