"""The backend from session to search, in plain English that no world has."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_backends import conformance, create
from memory_backends.propagating import Propagating
from sim.cast.cast import Cast
from sim.cast.role import Role
from sim.lexicon import Lexicon, Pattern
from sim.seeds import stream
from sim.views import Memory, Session, Turn

START = datetime(2026, 1, 5, 9)
LATER = START + timedelta(days=400)


def session(number: int, *said: str) -> Session:
    """A session on the day of its number."""
    at, ident = START + timedelta(days=number), f"s{number:04}"
    turns = tuple(
        Turn(f"{ident}.{n}", "user", text, at + timedelta(minutes=n)) for n, text in enumerate(said)
    )
    return Session(ident, "ada", at, at + timedelta(hours=1), turns)


def memory(*days: Sequence[str]) -> Propagating:
    """A memory that has taken in a session a day."""
    backend = Propagating("ada")
    for number, said in enumerate(days):
        backend.add(session(number, *said))
    return backend


def texts(backend: Propagating, query: str, k: int = 10, at: datetime = LATER) -> list[str]:
    return [found.text for found in backend.search(query, k=k, at=at)]


MOVE = (
    ["My commute is the night tram.", "I live in Ord."],
    ["If I move to Brask, my commute will be the ferry.", "My gym is Hall Street."],
    ["My gym depends on my home."],
    ["We moved to Brask last week."],
)


def test_conformance():
    report = conformance.check(lambda user_id: create("propagating", user_id=user_id))
    assert report.failed == ()


def test_a_rule_is_applied_when_its_change_is_told():
    found = texts(memory(*MOVE), "What is my commute?")
    assert found[0] == "My commute is the ferry."
    assert "We moved to Brask last week." in found
    assert "If I move to Brask, my commute will be the ferry." in found


def test_the_value_before_is_kept_with_its_end():
    found = texts(memory(*MOVE), "What is my commute?")
    assert 'Until 2026-01-08 this held: "My commute is the night tram."' in found
    assert "My commute is the night tram." not in found


def test_what_no_rule_covers_is_said_to_be_unknown_with_the_reason():
    found = texts(memory(*MOVE), "Which gym is mine?")
    assert found[0].startswith("As of 2026-01-08 it is not known what my gym is")
    assert found[1:3] == ["We moved to Brask last week.", "My gym depends on my home."]


def test_a_chain_is_followed_to_its_end_and_brought_back_whole():
    backend = memory(
        ["I live in Ord.", "My commute is the tram.", "My travel pass is the blue one."],
        ["If I move to Brask, my commute will be the ferry."],
        ["If my commute becomes the ferry, my travel pass will be the sea pass."],
        ["We moved to Brask."],
    )
    found = texts(backend, "What is my travel pass?")
    assert found[0] == "My travel pass is the sea pass."
    assert "If I move to Brask, my commute will be the ferry." in found


def test_asked_for_a_date_before_the_change_the_state_of_that_date_comes_back():
    found = texts(memory(*MOVE), "What is my commute?", at=START + timedelta(days=2))
    assert found[0] == "My commute is the night tram."
    assert not any("ferry." in text and text.startswith("My") for text in found)


def test_what_is_to_be_forgotten_leaves_no_trace_but_the_wish():
    backend = memory(
        ["My nickname is Bramble.", "My cat is called Moss."],
        ["Everybody at school called me Bramble."],
        ["Please forget my nickname."],
    )
    held = [each.text for each in backend.get_all()]
    assert not any("Bramble" in text for text in held)
    assert texts(backend, "What is my nickname?")[0] == "Please forget my nickname."


def test_superseded_values_come_back_latest_first():
    backend = memory(
        ["My podcast is Salt Air."], ["My podcast is now Kiln."], ["My podcast is now Deep Moss."]
    )
    assert texts(backend, "What podcast?") == [
        "My podcast is now Deep Moss.",
        "My podcast is now Kiln.",
        "My podcast is Salt Air.",
    ]


def test_one_call_a_session_and_none_for_a_search():
    cast, calls = Cast(), list[str]()

    def play(role: Role, given_: object, cue: str) -> object:
        calls.append(cue)
        return cast.play(role, given_, stream("t", cue))

    backend = Propagating("ada")
    backend.play = play
    for number, said in enumerate(MOVE):
        backend.add(session(number, *said))
    texts(backend, "What is my commute?")
    assert calls == ["s0000", "s0001", "s0002", "s0003"]


def test_a_conclusion_can_be_deleted_and_stays_so():
    backend = memory(*MOVE)
    (derived,) = [m for m in backend.get_all() if m.metadata["standing"] == "derived"]
    backend.delete(derived.id)
    assert derived.id not in {m.id for m in backend.get_all()}
    assert derived.text not in texts(backend, "What is my commute?")


def test_nothing_of_that_id_can_be_deleted():
    with pytest.raises(KeyError, match="nobody"):
        memory(*MOVE).delete("nobody")


def test_a_cause_that_is_deleted_takes_its_conclusions_along():
    backend = memory(*MOVE)
    (move,) = [m for m in backend.get_all() if m.text == "We moved to Brask last week."]
    backend.delete(move.id)
    assert texts(backend, "What is my commute?")[0] == "My commute is the night tram."


THINGS = ("my gym", "my bank", "my dentist", "our landlord")
SAYINGS = st.builds(
    lambda thing, value, how: how.format(thing=thing, value=value),
    st.sampled_from(THINGS),
    st.sampled_from(["Orme", "Pell", "Corvane"]),
    st.sampled_from(
        ["{thing} is {value}.", "{thing} is now {value}.", "{thing} depends on our lease."]
    ),
)


def _essence(found: Sequence[Memory]) -> list[tuple[str, str, datetime]]:
    return [(each.id, each.text, each.created_at) for each in found]


@given(st.lists(st.lists(SAYINGS, min_size=1, max_size=3), min_size=1, max_size=5))
def test_searching_changes_nothing(days):
    backend = memory(*days)
    before = _essence(backend.get_all())
    for thing in THINGS:
        texts(backend, f"What is {thing}?", k=3)
    assert _essence(backend.get_all()) == before


@given(
    st.lists(st.lists(SAYINGS, min_size=1, max_size=3), min_size=1, max_size=5),
    st.sampled_from(THINGS),
)
def test_a_wish_to_forget_removes_every_value(days, thing):
    backend = memory(*days, [f"Please forget {thing}."])
    held = [each.text for each in backend.get_all()]
    assert not any(text.lower().startswith(f"{thing} is") for text in held)


@given(st.lists(st.lists(SAYINGS, min_size=1, max_size=3), min_size=1, max_size=5))
def test_a_session_that_comes_again_changes_nothing(days):
    backend = memory(*days)
    before = _essence(backend.get_all())
    backend.add(session(0, *days[0]))
    assert _essence(backend.get_all()) == before


def test_the_worlds_wording_can_be_kept_from_it() -> None:
    lexicon = Lexicon((Pattern("state", "gym", "Hall Street has me twice a week at {value}."),))
    said = ["Hall Street has me twice a week at Orme."]
    for wording, act in (("world", "state"), ("plain", "note")):
        backend = create("propagating", user_id="ada", wording=wording)
        backend.lexicon = lexicon
        backend.add(session(0, *said))
        (told,) = backend.get_all()
        assert told.text == said[0]
        noted = [one.note.act for one in backend._store.told()]  # type: ignore[attr-defined]
        assert noted == [act]
