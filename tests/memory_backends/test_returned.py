"""What a backend returns is let through as it is, or refused in the words of its author."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_backends.returned import answer, memories
from sim.errors import RunFailed
from sim.views import Answer, Memory

sound = st.builds(
    Memory,
    id=st.text(),
    text=st.text(st.characters(exclude_categories=["Cs"])),
    created_at=st.datetimes(),
    sessions=st.lists(st.text()).map(tuple),
    turns=st.lists(st.text()).map(tuple),
    score=st.none() | st.integers() | st.floats(allow_nan=False, allow_infinity=False),
)
ONE = Memory("m", "I live in Brask.", datetime(2031, 1, 6))


@given(st.lists(sound))
def test_sound_memories_come_through_in_their_order(given_: list[Memory]) -> None:
    assert memories("search", given_) == given_
    assert memories("search", tuple(given_)) == given_
    assert answer(Answer("Brask.", tuple(given_))) == Answer("Brask.", tuple(given_))


@given(st.lists(sound, max_size=4), st.integers() | st.text() | st.none() | st.dates())
def test_one_strange_thing_among_them_is_named_by_its_type(
    given_: list[Memory], strange: object
) -> None:
    with pytest.raises(RunFailed) as refused:
        memories("get_all", [*given_, strange])
    assert str(refused.value) == (
        "get_all must return a list of sim.views.Memory, it returned a list of "
        f"{type(strange).__name__}"
    )


@pytest.mark.parametrize(
    ("given_", "said"),
    [
        ("Brask.", "answer must return a sim.views.Answer, it returned a str"),
        (None, "answer must return a sim.views.Answer, it returned None"),
        (7, "answer must return a sim.views.Answer, it returned an int"),
        (Answer(None, ()), "the text of an answer must be a str, it is None"),  # type: ignore[arg-type]
        (Answer("x", ("y",)), "answer must return a list of sim.views.Memory"),  # type: ignore[arg-type]
    ],
)
def test_an_answer_in_another_form_is_refused(given_: object, said: str) -> None:
    with pytest.raises(RunFailed) as refused:
        answer(given_)
    assert str(refused.value).startswith(said)
    assert answer(Answer("x", (ONE,))).memories == (ONE,)


def test_what_was_looked_at_before_is_good_again_and_its_double_is_not() -> None:
    good = ONE
    assert memories("get_all", [good], {good.id: good}) == [good]
    broken = replace(good, text=7)  # type: ignore[arg-type]
    assert memories("get_all", [broken], {broken.id: broken}) == [broken], "it was looked at"
    with pytest.raises(RunFailed, match="text must be a str"):
        memories("get_all", [replace(broken)], {broken.id: broken})
    with pytest.raises(RunFailed, match="id must be a str"):
        memories("get_all", [replace(good, id=[])], {good.id: good})  # type: ignore[arg-type]
