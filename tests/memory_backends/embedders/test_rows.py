"""Rows give what the embedder gives, in any order, however often texts come and go."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from memory_backends.embedders import create
from memory_backends.embedders.rows import FEWEST, SPARE, Rows

WORDS = st.sampled_from([f"word{number} other{number % 7}" for number in range(40)])


@given(st.lists(st.tuples(WORDS, st.lists(WORDS, min_size=1, max_size=30)), min_size=1, max_size=6))
def test_cosines_are_those_of_the_embedder(asked) -> None:
    embedder = create("hashing")
    rows = Rows(embedder)
    for query, texts in asked:
        vector = embedder.embed([query])[0]
        expected = [np.einsum("j,j->", row, vector) for row in embedder.embed(texts)]
        assert np.allclose(rows.cosines(query, texts), expected, atol=1e-6)


def test_equal_texts_score_equal_to_the_last_digit() -> None:
    rows = Rows(create("hashing"))
    scores = rows.cosines("a b c", ["x a", "y", "x a", "z b", "x a"])
    assert scores[0] == scores[2] == scores[4]


def test_what_is_no_longer_asked_about_is_let_go() -> None:
    rows = Rows(create("hashing"))
    for number in range(SPARE * FEWEST + 2):
        rows.cosines("q", [f"text {number}"])
    assert len(rows._places) <= SPARE * FEWEST + 1
    assert rows.cosines("text 3", ["text 3"])[0] > 0.99
