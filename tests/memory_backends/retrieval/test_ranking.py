"""The best k of many."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from memory_backends.retrieval.ranking import best

ALL = np.ones(4, dtype=bool)


def test_the_highest_score_comes_first() -> None:
    assert best(np.array([0.1, 0.9, 0.5, 0.2]), ALL, 2) == [(1, 0.9), (2, 0.5)]


def test_of_equals_the_later_comes_first() -> None:
    assert [place for place, _ in best(np.array([0.5, 0.5, 0.1, 0.5]), ALL, 3)] == [3, 1, 0]


def test_differences_in_the_seventh_decimal_are_noise() -> None:
    found = best(np.array([0.5000002, 0.5, 0.4999998, 0.1]), ALL, 3)
    assert found == [(2, 0.5), (1, 0.5), (0, 0.5)]


def test_the_ineligible_do_not_take_a_place() -> None:
    eligible = np.array([True, False, True, False])
    assert [place for place, _ in best(np.array([0.1, 0.9, 0.2, 0.8]), eligible, 2)] == [2, 0]


def test_what_does_not_exceed_the_floor_is_left_out() -> None:
    assert best(np.array([0.0, 1e-9, 0.3, -1.0]), ALL, 4, above=0.0) == [(2, 0.3)]


def test_nothing_comes_of_nothing() -> None:
    assert best(np.array([]), np.array([], dtype=bool), 3) == []
    assert best(np.array([1.0, 1.0, 1.0, 1.0]), ALL, 0) == []
    assert best(np.array([1.0, 1.0, 1.0, 1.0]), ~ALL, 3) == []


SCORES = st.lists(
    st.tuples(st.sampled_from([0.0, 0.25, 0.5, 0.5000001, 1.0, -2.0]), st.booleans()), max_size=40
)


@given(SCORES, st.integers(min_value=0, max_value=45))
def test_it_equals_sorting_everything(given_scores: list[tuple[float, bool]], k: int) -> None:
    scores = np.array([score for score, _ in given_scores], dtype=float)
    eligible = np.array([counts for _, counts in given_scores], dtype=bool)
    candidates = [i for i, (_, counts) in enumerate(given_scores) if counts]
    wanted = sorted(candidates, key=lambda i: (-round(given_scores[i][0], 6), -i))[:k]
    assert [place for place, _ in best(scores, eligible, k)] == wanted


@given(SCORES, st.integers(min_value=1, max_value=10))
def test_a_smaller_k_gives_the_beginning_of_a_larger(
    given_scores: list[tuple[float, bool]], k: int
) -> None:
    scores = np.array([score for score, _ in given_scores], dtype=float)
    eligible = np.array([counts for _, counts in given_scores], dtype=bool)
    assert best(scores, eligible, k) == best(scores, eligible, k + 5)[:k]
