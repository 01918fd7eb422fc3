"""How texts are compared."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.text import carries, contains, estimated_tokens, normal, words

texts = st.text(max_size=30)
plain = st.text(alphabet="abc XYZ-'.,", max_size=20)


@given(texts)
def test_a_normal_form_is_its_own(text: str) -> None:
    assert normal(normal(text)) == normal(text)


@given(plain)
def test_case_and_spacing_make_no_difference(text: str) -> None:
    assert normal(text.upper()) == normal(f"  {text.lower()}\n") == normal(text.replace(" ", " \t"))


@given(texts)
def test_every_text_contains_itself_unless_it_is_blank(text: str) -> None:
    assert contains(text, text) == bool(normal(text))


@given(plain, plain, plain)
def test_a_text_contains_what_stands_in_it_between_blanks(
    before: str, needle: str, after: str
) -> None:
    assert contains(f"{before} {needle} {after}", needle) == bool(normal(needle))


@pytest.mark.parametrize(
    ("text", "needle", "found"),
    [
        ("a cartwheel", "art", False),
        ("art, cart", "art", True),
        ("cart, art", "art", True),
        ("smart art", "art", True),
        ("I live in KELDARA\u00a0grove.", "Keldara Grove", True),
        ("version 2.10", "2.1", False),
        ("version 2.1.", "2.1", True),
        ("we use C++ daily", "C++", True),
        ("we use C++17 daily", "C++", True),  # the needle ends with a mark, not with a letter
        ("Strasse", "STRA\u00dfE", True),
        ("", "x", False),
        ("x", "  ", False),
    ],
)
def test_needles_are_whole_words(text: str, needle: str, found: bool) -> None:
    assert contains(text, needle) is found


@given(st.lists(plain, max_size=4), plain)
def test_a_text_carries_needles_if_it_contains_each(needles: list[str], text: str) -> None:
    each = [contains(text, needle) for needle in needles]
    assert carries(text, needles) == (bool(each) and all(each))


def test_needles_may_be_any_iterable() -> None:
    assert carries("Brask by tram", iter(("brask", "tram")))
    assert not carries("Brask by tram", iter(()))


def test_words_are_in_normal_form() -> None:
    assert words("Stop -- at  BRASK, then 3.5 km!") == [
        "stop",
        "at",
        "brask",
        "then",
        "3",
        "5",
        "km",
    ]


@given(texts, texts)
def test_tokens_are_estimated_at_four_characters(one: str, other: str) -> None:
    assert estimated_tokens(one) == (len(one) + 3) // 4
    both = estimated_tokens(one) + estimated_tokens(other)
    assert both - 1 <= estimated_tokens(one + other) <= both
