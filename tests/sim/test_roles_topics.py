"""Votes of words for topics, with small lists of our own, against exact fractions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from sim.roles import topics
from sim.roles.topics import LISTS, topic_of
from sim.text import words

SMALL = {  # invented words, so that no stem is another one's
    "food": ("zorb", "plim", "quax"),
    "travel": ("drin", "plim", "quax"),
    "home": ("welk", "quax"),
}
EVERY = ("zorb", "plim", "quax", "drin", "welk", "nith")
texts = st.lists(st.lists(st.sampled_from(EVERY), max_size=6).map(" ".join), max_size=4)


@pytest.fixture(scope="module", autouse=True)
def small_lists() -> Iterator[None]:
    index: dict[str, tuple[str, ...]] = {}
    for topic, listed in SMALL.items():
        for word in listed:
            index[word] = (*index.get(word, ()), topic)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(topics, "_index", lambda: index)
        yield


def counted(said: list[str]) -> str:
    """Each text gives each of its words one vote, five for the first text, split among topics."""
    votes: Counter[str] = Counter()
    for place, text in enumerate(said):
        for word in sorted(set(text.split())):
            owners = [topic for topic, listed in SMALL.items() if word in listed]
            for topic in owners:
                votes[topic] += Fraction(1 if place else 5, len(owners))  # type: ignore[assignment]
    ranked = [*sorted(votes.values(), reverse=True), 0, 0]
    if ranked[0] <= ranked[1] * Fraction(13, 10):
        return ""
    return max(votes, key=lambda topic: votes[topic])


@given(texts)
def test_the_topic_is_that_of_most_votes_if_it_leads_clearly(said: list[str]) -> None:
    assert topic_of(said) == counted(said)


@given(texts, st.randoms(use_true_random=False))
def test_neither_the_order_of_words_nor_saying_them_again_counts(said: list[str], random) -> None:
    mixed = []
    for text in said:
        twice = text.split() * 2
        random.shuffle(twice)
        mixed.append(" -- ".join(twice).upper())
    assert topic_of(mixed) == topic_of(said)


@given(texts, st.randoms(use_true_random=False))
def test_the_order_of_what_follows_the_opening_does_not_count(said: list[str], random) -> None:
    first, rest = said[:1], said[1:]
    random.shuffle(rest)
    assert topic_of([*first, *rest]) == topic_of(said)


@given(texts)
def test_words_of_no_topic_change_nothing(said: list[str]) -> None:
    assert topic_of([f"nith {text} nith" for text in said]) == topic_of(said)


def test_words_are_known_in_their_other_forms() -> None:
    assert topic_of(["Zorbs!"]) == topic_of(["zorbing"]) == topic_of(["zorb"]) == "food"


def test_the_opening_outvotes_four_others_but_not_many() -> None:
    """Five votes to four are no clear lead, five to three are; seven others lead in their turn."""
    assert topic_of(["zorb", *["drin"] * 3]) == "food"
    assert topic_of(["zorb", *["drin"] * 4]) == ""
    assert topic_of(["zorb", *["drin"] * 7]) == "travel"


def test_a_word_of_all_topics_names_none() -> None:
    assert topic_of(["quax"]) == ""
    assert topic_of(["quax welk"]) == "home"


# -- the lists themselves


def listed() -> dict[str, list[str]]:
    lists = yaml.safe_load(LISTS.read_text(encoding="utf-8"))
    return {topic: said.split() for topic, said in lists.items()}


def test_every_word_of_a_list_is_one_that_a_text_can_hold() -> None:
    """What stands between blanks with a hyphen in it would never be found in any text."""
    for topic, listed_words in listed().items():
        assert words(topic) == [topic]
        assert {word for word in listed_words if words(word) != [word]} == set(), topic
        assert len(set(listed_words)) == len(listed_words), topic


def test_every_share_of_a_vote_is_whole() -> None:
    """Votes are counted in whole shares: the number of a word's topics must divide them."""
    owners = Counter(word for said in listed().values() for word in set(said))
    assert {count for count in owners.values() if topics.SHARES % count} == set()
