"""Fusion, windows and cut-offs, worked out by hand."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_backends import create
from memory_backends.retrieval.adaptive_k import cut
from memory_backends.retrieval.hybrid import reciprocal
from sim.views import Session, Turn

NOON = datetime(2026, 3, 1, 12)
LATER = NOON + timedelta(days=90)


def session(number: int, *said: str) -> Session:
    at, ident = NOON + timedelta(days=number), f"s{number:04}"
    turns = tuple(
        Turn(f"{ident}.{n}", "user", text, at + timedelta(minutes=n)) for n, text in enumerate(said)
    )
    return Session(ident, "ada", at, at + timedelta(minutes=30), turns)


def filled(name: str, *days: tuple[str, ...], **options: object):
    backend = create(name, user_id="ada", **options)
    for number, said in enumerate(days):
        backend.add(session(number, *said))
    return backend


# -- reciprocal rank fusion


def test_ranks_are_fused_as_the_formula_says() -> None:
    """Ranks 1, 2, 3 and 3, 1, 2 at constant 60: the second entry is the best of the three."""
    one = reciprocal(np.array([0.9, 0.5, 0.1]), 60.0)
    other = reciprocal(np.array([0.1, 0.9, 0.5]), 60.0)
    assert (one + other).tolist() == pytest.approx(
        [1 / 61 + 1 / 63, 1 / 62 + 1 / 61, 1 / 63 + 1 / 62]
    )


@given(st.lists(st.floats(-1, 1), max_size=20), st.floats(1, 100))
def test_a_higher_score_never_ranks_lower(scores: list[float], constant: float) -> None:
    found = reciprocal(np.array(scores), constant)
    order = sorted(range(len(scores)), key=lambda at: -round(scores[at], 6))
    assert all(
        found[a] > found[b] or round(scores[a], 6) == round(scores[b], 6)
        for a, b in pairwise(order)
    )
    assert len(set(found.tolist())) == len(scores)


def test_hybrid_finds_what_either_finds() -> None:
    days = (("The tram to Brask is late.",), ("We bake bread on Sundays.",), ("A quiet day.",))
    found = filled("hybrid", *days, embedder="hashing").search("tram Brask", k=1, at=LATER)
    assert [memory.id for memory in found] == ["s0000.0"]


def test_without_a_word_in_common_hybrid_ranks_by_meaning_alone() -> None:
    days = (("Kelp green walls.",), ("A slate roof.",))
    hybrid = filled("hybrid", *days, embedder="hashing").search("porridge", k=2, at=LATER)
    dense = filled("dense", *days, embedder="hashing").search("porridge", k=2, at=LATER)
    assert [m.id for m in hybrid] == [m.id for m in dense]


# -- the widest gap


@given(st.lists(st.floats(0, 1), max_size=15).map(lambda s: sorted(s, reverse=True)))
def test_the_cut_is_where_the_score_falls_most(scores: list[float]) -> None:
    at = cut(scores)
    assert 0 <= at <= len(scores)
    gaps = [first - second for first, second in pairwise(scores)][: (len(scores) + 1) // 2]
    if gaps:
        assert gaps[at - 1] == max(gaps)


def test_adaptive_k_brings_back_what_stands_out() -> None:
    days = (
        ("The ferry to Brask sails at nine.",), ("Brask ferry, nine sharp.",),
        ("Ferry tales are nice.",), ("Nothing here.",),
    )  # fmt: skip
    backend = filled("adaptive_k", *days, buffer=0)
    found = backend.search("Brask ferry nine", k=10, at=LATER)
    assert {memory.id for memory in found} == {"s0000.0", "s0001.0"}
    more = filled("adaptive_k", *days, buffer=1).search("Brask ferry nine", k=10, at=LATER)
    assert len(more) == 3


def test_adaptive_k_never_brings_more_than_k_nor_what_shares_no_word() -> None:
    days = tuple((f"The ferry number {n} to Brask.",) for n in range(6))
    assert len(filled("adaptive_k", *days, buffer=9).search("ferry", k=2, at=LATER)) == 2
    assert filled("adaptive_k", *days).search("porridge", k=5, at=LATER) == []


# -- windows

TALK = ("One.", "Two birds.", "The tram to Brask.", "Four walls.", "Five stars.", "Six.")


def ids(found) -> list[str]:
    return [memory.id for memory in found]


def test_a_window_has_two_neighbours_on_either_side() -> None:
    backend = filled("window", TALK, ("Seven tea cups.",))
    expected = ["s0000.2", "s0000.0", "s0000.1", "s0000.3", "s0000.4"]
    assert ids(backend.search("tram", k=10, at=LATER)) == expected


def test_neighbours_count_among_the_k_and_other_sessions_are_none() -> None:
    backend = filled("window", TALK, ("Seven tea cups.", "A tram too."), radius=1)
    assert ids(backend.search("tram", k=3, at=LATER)) in (
        ["s0000.2", "s0000.1", "s0000.3"],
        ["s0001.1", "s0001.0", "s0000.2"],
    )
    assert len(backend.search("tram", k=2, at=LATER)) == 2


def test_what_was_not_said_yet_is_no_neighbour() -> None:
    backend = filled("window", TALK)
    at = NOON + timedelta(minutes=3)
    assert ids(backend.search("tram", k=9, at=at)) == ["s0000.2", "s0000.0", "s0000.1", "s0000.3"]


def test_a_window_of_radius_nought_is_plain_search() -> None:
    window, plain = filled("window", TALK, radius=0), filled("bm25", TALK)
    assert ids(window.search("tram walls", k=5, at=LATER)) == ids(
        plain.search("tram walls", k=5, at=LATER)
    )


def test_deleting_a_turn_takes_it_out_of_windows() -> None:
    backend = filled("window", TALK)
    backend.delete("s0000.1")
    assert "s0000.1" not in ids(backend.search("tram", k=9, at=LATER))
