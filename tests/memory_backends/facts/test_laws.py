"""Laws that every memory of facts keeps."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_backends import MemoryBackend, create
from sim.text import contains
from sim.views import Memory, Session, Turn

NAMES = ["fact_graph", "fact_store", "light_mem", "memory_r1", "rmm", "simple_mem"]
START = datetime(2026, 1, 5, 9)
THINGS, VALUES = ("gym", "bank", "landlord"), ("Orme", "Pell", "Corvane", "Hask")
SAYING = st.tuples(st.sampled_from(THINGS), st.sampled_from(VALUES))
DAYS = st.lists(st.lists(SAYING, min_size=1, max_size=3), min_size=1, max_size=6)
SMALL = {
    "light_mem": {"buffer_tokens": 12, "sleep": 2},
    "rmm": {"merge": 0.1},
    "fact_graph": {"similar": 3},
}


def days_of(days: list[list[tuple[str, str]]]) -> Iterator[Session]:
    for number, sayings in enumerate(days):
        at, ident = START + timedelta(days=number), f"s{number:04}"
        turns = tuple(
            Turn(f"{ident}.{n}", "user", f"My {thing} is {value}.", at + timedelta(minutes=n))
            for n, (thing, value) in enumerate(sayings)
        )
        yield Session(ident, "ada", at, at + timedelta(hours=1), turns)


def lived(name: str, days: list[list[tuple[str, str]]]) -> MemoryBackend:
    backend = create(name, user_id="ada", embedder="hashing", **SMALL.get(name, {}))
    for session in days_of(days):
        backend.add(session)
    return backend


def wish(thing: str, number: int) -> Session:
    at = START + timedelta(days=number)
    turn = Turn("w.0", "user", f"Please forget my {thing}.", at)
    return Session("w", "ada", at, at + timedelta(hours=1), (turn,))


def bare(memories: list[Memory]) -> list[tuple[str, str]]:
    return sorted((memory.id, memory.text) for memory in memories)


@pytest.mark.parametrize("name", NAMES)
@settings(deadline=None, max_examples=25)
@given(days=DAYS, thing=st.sampled_from(THINGS))
def test_what_is_to_be_forgotten_leaves_no_trace(name: str, days, thing: str) -> None:
    backend = lived(name, days)
    backend.add(wish(thing, len(days)))
    texts = [memory.text for memory in backend.get_all()]
    assert not any(contains(text, f"My {thing} is") for text in texts)
    others = {f"My {one} is" for day in days for one, _ in day if one != thing}
    assert all(any(contains(text, other) for text in texts) for other in others)


@pytest.mark.parametrize("name", NAMES)
@settings(deadline=None, max_examples=25)
@given(days=DAYS)
def test_the_latest_value_of_everything_is_there_to_be_found(name: str, days) -> None:
    backend = lived(name, days)
    latest = {thing: value for day in days for thing, value in day}
    texts = [memory.text for memory in backend.get_all()]
    for thing, value in latest.items():
        assert any(contains(text, f"My {thing} is {value}") for text in texts)


@pytest.mark.parametrize("name", NAMES)
@settings(deadline=None, max_examples=25)
@given(days=DAYS, back=st.integers(0, 5))
def test_a_search_tells_nothing_from_after_its_date(name: str, days, back: int) -> None:
    backend = lived(name, days)
    at = START + timedelta(days=back, hours=2)
    later = {saying for day in days[back + 1 :] for saying in day}
    earlier = {saying for day in days[: back + 1] for saying in day}
    for memory in backend.search("gym bank landlord", k=20, at=at):
        assert memory.created_at <= at
        for thing, value in later - earlier:
            assert not contains(memory.text, f"My {thing} is {value}")


@pytest.mark.parametrize("name", NAMES)
@settings(deadline=None, max_examples=15)
@given(days=DAYS)
def test_searching_and_hearing_the_same_again_change_nothing(name: str, days) -> None:
    backend = lived(name, days)
    before = bare(backend.get_all())
    found = backend.search("my gym", k=5, at=START + timedelta(days=400))
    for session in days_of(days):
        backend.add(session)
    assert bare(backend.get_all()) == before
    assert backend.search("my gym", k=5, at=START + timedelta(days=400)) == found


@pytest.mark.parametrize("name", NAMES)
@settings(deadline=None, max_examples=15)
@given(days=DAYS, place=st.integers(0, 20))
def test_one_entry_can_be_deleted_and_everything_reset(name: str, days, place: int) -> None:
    backend = lived(name, days)
    entries = backend.get_all()
    gone = entries[place % len(entries)].id
    backend.delete(gone)
    left = {memory.id for memory in backend.get_all()}
    assert left == {memory.id for memory in entries} - {gone}
    with pytest.raises(KeyError):
        backend.delete(gone)
    backend.reset()
    assert backend.get_all() == []
    assert backend.search("my gym", k=5, at=START + timedelta(days=400)) == []


@pytest.mark.parametrize("name", NAMES)
def test_exchange_by_exchange_the_same_words_are_kept(name: str) -> None:
    days = [[("gym", "Orme"), ("bank", "Pell")], [("gym", "Hask")]]
    whole = lived(name, days)
    by_turn = create(
        name, user_id="ada", embedder="hashing", granularity="turn", **SMALL.get(name, {})
    )
    for session in days_of(days):
        by_turn.add(session)
    assert bare(by_turn.get_all()) == bare(whole.get_all())
