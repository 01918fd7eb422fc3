"""Old values given for present ones, as opposed to set aside, doubted, or right again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.judging import is_stale
from sim.probes import Gold

MOVED = Gold(accepted=("Keldara Grove",), stale=("Brask", "Old Ulm"))
LOST = Gold(stale=("Brask",))


@pytest.mark.parametrize(
    ("gold", "answer", "stale"),
    [
        (MOVED, "It is Brask.", True),
        (MOVED, "You live in OLD  ULM.", True),
        (MOVED, "It is Keldara Grove.", False),
        (MOVED, "It used to be Brask, but now it is Keldara Grove.", False),
        (MOVED, "It is Brask and Keldara Grove.", True),
        (MOVED, "It is no longer Brask.", False),
        (MOVED, "You have never told me.", False),
        (LOST, "It is Brask.", True),
        (LOST, "I do not know any more; it was Brask before you moved.", False),
        (LOST, "", False),
        (Gold(accepted=("Brask",), stale=("brask",)), "It is Brask.", False),
        (Gold(), "It is Brask.", False),
    ],
)
def test_an_old_value_counts_where_it_is_given_as_the_present_one(
    gold: Gold, answer: str, stale: bool
) -> None:
    assert is_stale(gold, answer) == stale


@given(st.text(alphabet="abc ,.;", max_size=40))
def test_an_answer_that_names_no_old_value_is_never_stale(answer: str) -> None:
    assert not is_stale(MOVED, answer)
