"""Slots in texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from personas.texts import fill, pieces, refuse_unknown_slots, slots

plain = st.text(alphabet=st.characters(exclude_characters="{}"), max_size=20)


@given(st.lists(plain, min_size=1, max_size=5))
def test_a_text_is_its_pieces_with_the_slots_between(parts: list[str]) -> None:
    text = "{value}".join(parts)
    assert list(pieces(text)) == parts
    assert slots(text) == ("value",) * (len(parts) - 1)


@given(plain, plain)
def test_filling_puts_the_value_where_the_slot_was(before: str, value: str) -> None:
    assert fill("x" + before + "{value}.", value=value) == "x" + before + value + "."


def test_a_sentence_that_begins_with_a_slot_gets_a_capital() -> None:
    assert fill("{value} it is.", value="green tiles") == "Green tiles it is."


def test_a_filled_text_is_not_filled_again() -> None:
    assert fill("For {theme}: {value}", theme="{value}", value="x") == "For {value}: x"


def test_an_unknown_slot_is_named_with_those_that_exist() -> None:
    with pytest.raises(ValueError, match=r"no slot is called \{tehme\}.*slots here: \{theme\}"):
        refuse_unknown_slots(["the {tehme}"], ("theme",))


def test_where_no_slot_exists_the_complaint_says_so() -> None:
    with pytest.raises(ValueError, match="slots here: none"):
        refuse_unknown_slots(["{x}"], ())
