"""Distinct n-grams and repeated sentences: what they count, and laws they keep."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.datasets.variety import distinct, variety

turns = st.lists(st.text(alphabet="ab .?", max_size=12), max_size=5)
many = st.lists(turns, max_size=4)


def test_nothing_said_has_no_shares() -> None:
    found = variety([])
    assert (found.lives, found.turns, found.sentences) == (0, 0, 0)
    assert set(found.distinct.values()) == {None}
    assert (found.repeated_within, found.repeated_across) == (None, None)
    assert variety([[], ["", "  "]]).row()["distinct_1"] is None


def test_case_and_spacing_do_not_make_a_sentence_another() -> None:
    found = variety([["Hello there.", "HELLO  there."]])
    assert found.repeated_within == 0.5
    assert found.repeated_across == 0.0


def test_repetition_within_is_the_mean_over_lives() -> None:
    found = variety([["a b. a b."], ["c. d. e. f."]])
    assert found.repeated_within == pytest.approx((0.5 + 0) / 2)


def test_repetition_across_counts_every_saying_of_a_shared_sentence() -> None:
    found = variety([["Bye. Bye. One."], ["Bye. Two."]])
    assert found.repeated_across == pytest.approx(3 / 5)


def test_n_grams_stay_within_their_sentence() -> None:
    assert distinct([["a b", "b a"]], 2) == 1.0
    assert distinct([["a b", "a b", "b a"]], 2) == pytest.approx(2 / 3)
    assert distinct([["a b"]], 3) is None


@given(many)
def test_shares_are_shares(lives: list[list[str]]) -> None:
    row = variety(lives).row()
    for name in ("distinct_1", "distinct_2", "distinct_3", "repeated_within", "repeated_across"):
        share = row[name]
        assert share is None or 0 <= float(str(share)) <= 1
    assert row["turns"] == sum(map(len, lives))


@given(many)
def test_the_order_of_lives_does_not_matter(lives: list[list[str]]) -> None:
    there, back = variety(lives), variety(lives[::-1])
    assert there.distinct == back.distinct
    assert there.repeated_across == back.repeated_across
    assert there.repeated_within == pytest.approx(back.repeated_within)


@given(turns)
def test_a_life_lived_twice_is_repeated_in_full_across_and_not_more_within(said: list[str]) -> None:
    once, twice = variety([said]), variety([said, said])
    assert twice.repeated_within == once.repeated_within
    assert twice.repeated_across == (None if once.sentences == 0 else 1.0)
    for n, share in once.distinct.items():
        assert twice.distinct[n] == (None if share is None else pytest.approx(share / 2))
