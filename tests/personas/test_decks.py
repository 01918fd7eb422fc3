"""Dealing without repetition."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from personas.skeletons.deck import Deck, chance, choose, shuffled, subset
from sim.seeds import stream

seeds = st.integers(0, 10_000)


@given(seeds, st.integers(1, 9), st.integers(1, 4))
def test_every_round_deals_every_card_once(seed: int, cards: int, rounds: int) -> None:
    deck = Deck(range(cards), stream(seed, "deck"))
    for _ in range(rounds):
        assert sorted(deck.deal() for _ in range(cards)) == list(range(cards))


@given(seeds, st.integers(2, 6))
def test_no_card_comes_twice_in_a_row(seed: int, cards: int) -> None:
    deck = Deck(range(cards), stream(seed, "deck"))
    dealt = [deck.deal() for _ in range(cards * 5)]
    assert all(one != other for one, other in pairwise(dealt))


def test_a_deck_of_one_repeats_itself() -> None:
    deck = Deck(["only"], stream(1))
    assert [deck.deal(), deck.deal()] == ["only", "only"]
    assert len(deck) == 1


def test_no_more_cards_are_dealt_than_there_are() -> None:
    assert sorted(Deck("ab", stream(1)).deal_some(5)) == ["a", "b"]
    assert Deck((), stream(1)).deal_some(2) == ()


@given(seeds, st.lists(st.integers(), unique=True, max_size=8), st.integers(0, 10))
def test_a_subset_keeps_the_order(seed: int, items: list[int], count: int) -> None:
    chosen = subset(stream(seed, "s"), items, count)
    assert len(chosen) == min(count, len(items))
    assert list(chosen) == [item for item in items if item in chosen]


@given(seeds, st.lists(st.integers(), max_size=8))
def test_shuffling_loses_nothing(seed: int, items: list[int]) -> None:
    assert sorted(shuffled(stream(seed, "x"), items)) == sorted(items)


def test_chances_of_nothing_and_of_certainty() -> None:
    rng = stream(3)
    assert not any(chance(rng, 0.0) for _ in range(50))
    assert all(chance(rng, 1.0) for _ in range(50))


def test_each_item_is_as_likely() -> None:
    rng = stream(4)
    drawn = [choose(rng, "abc") for _ in range(3000)]
    assert all(900 < drawn.count(letter) < 1100 for letter in "abc")
