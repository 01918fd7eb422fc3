"""LongMemEval's retrieval measures: hand-computed rankings, and laws."""

from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.studies.ranked import CUTOFFS, distinct, ndcg_any, recall_all, recall_any

ITEMS = "abcdefgh"
rankings = st.permutations(ITEMS).flatmap(
    lambda order: st.integers(0, len(order)).map(lambda n: list(order[:n]))
)
answers = st.sets(st.sampled_from(ITEMS), min_size=1)
depths = st.integers(1, 10)


def official_ndcg(ranking, correct, corpus, k):
    """The definition word for word: gains over the corpus, ideal from all of its relevances."""

    def dcg(gains):
        gains = gains[:k]
        return gains[0] + sum(g / log2(i) for i, g in enumerate(gains[1:], start=2)) if gains else 0

    relevant = {doc: int(doc in correct) for doc in corpus}
    ideal = dcg(sorted(relevant.values(), reverse=True))
    return dcg([relevant[doc] for doc in ranking[:k]]) / ideal if ideal else 0.0


@pytest.mark.parametrize(
    ("correct", "k", "any_", "all_", "ndcg"),
    [
        ("a", 1, 1, 1, 1.0),
        ("b", 1, 0, 0, 0.0),
        ("b", 2, 1, 1, 1.0),  # ranks 1 and 2 weigh the same
        ("c", 3, 1, 1, 1 / log2(3)),
        ("ac", 2, 1, 0, 1 / 2),  # one of two found, the ideal finds both
        ("ac", 3, 1, 1, (1 + 1 / log2(3)) / 2),
        ("cd", 4, 1, 1, (1 / log2(3) + 1 / 2) / 2),
        ("ax", 4, 1, 0, 1 / 2),  # x was never retrieved
        ("abcd", 2, 1, 0, 1.0),  # the best that two places can hold
    ],
)
def test_hand_computed(correct, k, any_, all_, ndcg):
    ranking = ["a", "b", "c", "d"]
    assert recall_any(ranking, set(correct), k) == any_
    assert recall_all(ranking, set(correct), k) == all_
    assert ndcg_any(ranking, set(correct), k) == pytest.approx(ndcg)


@given(rankings, answers, depths)
def test_ndcg_is_the_official_one(ranking, correct, k):
    assert ndcg_any(ranking, correct, k) == pytest.approx(official_ndcg(ranking, correct, ITEMS, k))


@given(rankings, answers, depths)
def test_all_is_never_easier_than_any(ranking, correct, k):
    assert recall_all(ranking, correct, k) <= recall_any(ranking, correct, k)
    assert 0 <= ndcg_any(ranking, correct, k) <= 1 + 1e-12


@given(rankings, answers, depths)
def test_recall_never_falls_with_depth(ranking, correct, k):
    for recall in (recall_any, recall_all):
        assert recall(ranking, correct, k) <= recall(ranking, correct, k + 1)


@given(answers, depths)
def test_the_oracle_scores_one(correct, k):
    ranking = sorted(correct)
    assert recall_any(ranking, correct, k) == 1
    assert ndcg_any(ranking, correct, k) == pytest.approx(1)
    assert recall_all(ranking, correct, max(k, len(correct))) == 1


@given(answers, depths)
def test_nothing_retrieved_scores_nothing(correct, k):
    assert [m([], correct, k) for m in (recall_any, recall_all, ndcg_any)] == [0, 0, 0]


def test_cut_offs_are_those_of_longmemeval_and_twenty():
    assert CUTOFFS == (1, 3, 5, 10, 20, 30, 50)


@given(st.lists(st.sampled_from("abc")))
def test_distinct_keeps_first_places(ids):
    found = distinct(ids)
    assert sorted(found) == sorted(set(ids))
    assert [ids.index(item) for item in found] == sorted(ids.index(item) for item in found)
