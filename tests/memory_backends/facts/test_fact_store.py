"""Facts are added, replaced, deleted or ignored, and nothing else happens to them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_backends import create
from memory_backends.facts import FactStore
from sim.cast.models.parts import part_of
from sim.cast.models.repair import Unusable
from sim.cast.role import Role
from sim.roles.extracting import Noted
from sim.roles.fact_manager import FACT_MANAGER, Managed, ManagerInput, manage
from sim.seeds import stream
from sim.views import Memory, Session, Turn

START = datetime(2026, 1, 5, 9)
LATER = START + timedelta(days=400)


def session(number: int, *said: str) -> Session:
    at, ident = START + timedelta(days=number), f"s{number:04}"
    turns = tuple(
        Turn(f"{ident}.{n}", "user", text, at + timedelta(minutes=n)) for n, text in enumerate(said)
    )
    return Session(ident, "ada", at, at + timedelta(hours=1), turns)


def store(*days: tuple[str, ...], **options: object) -> FactStore:
    backend = create("fact_store", user_id="ada", embedder="hashing", **options)
    assert isinstance(backend, FactStore)
    for number, said in enumerate(days):
        backend.add(session(number, *said))
    return backend


def held(backend: FactStore) -> list[str]:
    return [each.text for each in backend.get_all()]


def test_a_new_value_takes_the_place_of_the_old_one() -> None:
    backend = store(("My gym is Hall Street.", "My bank is Corvane."), ("My gym is now Orme.",))
    assert held(backend) == ["My bank is Corvane.", "My gym is now Orme."]


def test_what_hangs_on_a_changed_fact_stays_as_it_was() -> None:
    """MEME's finding: nothing acts when an upstream fact changes."""
    backend = store(
        ("I live in Ord.", "My commute is the tram."),
        ("If I move to Brask, my commute will be the ferry.",),
        ("We moved to Brask.",),
    )
    assert "My commute is the tram." in held(backend)
    assert "My commute is the ferry." not in held(backend)


def test_a_wish_to_forget_deletes_and_the_same_words_add_nothing() -> None:
    backend = store(("My nickname is Bramble.",), ("My nickname is Bramble.",))
    assert held(backend) == ["My nickname is Bramble."]
    backend.add(session(2, "Please forget my nickname."))
    assert held(backend) == []


def test_a_wish_deletes_everything_that_says_the_thing_and_is_not_kept_itself() -> None:
    backend = store(("My gym is Orme.",))
    backend._facts["old"] = replace(
        next(iter(backend._facts.values())),
        memory=Memory("old", "The gym I go to is Orme.", START),
    )
    backend.add(session(1, "Please forget my gym."))
    assert held(backend) == []
    backend.add(session(2, "Please forget my gym."))
    assert held(backend) == []


def test_exchange_by_exchange_the_same_facts_are_found() -> None:
    days = (("My gym is Hall Street.", "My bank is Corvane."), ("My gym is now Orme.",))
    whole, by_turn = store(*days), store(*days, granularity="turn")
    assert held(by_turn) == held(whole)


def test_small_talk_and_questions_are_not_stored() -> None:
    assert held(store(("Good morning!", "What a day.", "Do you know my gym?"))) == []


def test_a_search_brings_the_nearest_facts_of_its_date() -> None:
    backend = store(("My gym is Hall Street.",), ("My dentist is Dr Ferro.",))
    (found,) = backend.search("Who is my dentist?", k=1, at=LATER)
    assert found.text == "My dentist is Dr Ferro."
    assert found.sessions == ("s0001",)
    early = backend.search("Who is my dentist?", k=5, at=START + timedelta(hours=2))
    assert [memory.text for memory in early] == ["My gym is Hall Street."]


def test_only_as_many_stored_facts_are_compared_as_the_option_says() -> None:
    seen: list[int] = []

    def play(role: Role, given_: object, cue: str) -> object:
        if isinstance(given_, ManagerInput):
            seen.append(len(given_.stored))
        return role.twin(given_, stream("t", cue))

    backend = FactStore("ada", FactStore.Options(similar=2, embedder="hashing"))
    backend.play = play
    for number in range(5):
        backend.add(session(number, f"My thing{number} is Val{number}."))
    assert seen == [1, 2, 2, 2], "with nothing stored nobody is asked"


SAYINGS = st.builds(
    "{} is {}.".format,
    st.sampled_from(["My gym", "My bank", "Our landlord"]),
    st.sampled_from(["Orme", "Pell", "Corvane"]),
)


@settings(deadline=None)
@given(st.lists(st.lists(SAYINGS, min_size=1, max_size=3), min_size=1, max_size=5))
def test_of_each_thing_the_latest_value_is_kept_and_no_other(days: list[list[str]]) -> None:
    backend = store(*map(tuple, days))
    latest = {said.partition(" is ")[0]: said for day in days for said in day}
    assert Counter(held(backend)) == Counter(latest.values())


# -- the manager


def note(act: str, words: str, about: str = "", value: str = "") -> Noted:
    return Noted(act, words, "t", about, value)  # type: ignore[arg-type]


GYM = note("state", "My gym is Orme.", "my gym", "Orme")


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        (note("state", "MY GYM is orme.", "my gym", "orme"), Managed("none", 0)),
        (note("change", "My gym is now Pell.", "my gym", "Pell"), Managed("update", 0)),
        (note("forget", "Forget my gym.", "my gym"), Managed("delete", 0)),
        (note("state", "My bank is Ord.", "my bank", "Ord"), Managed("add")),
        (note("note", "The gym was full of Corvane people."), Managed("add")),
        (note("depend", "My gym depends on my home.", "my gym"), Managed("add")),
    ],
)
def test_the_twin_chooses_by_what_a_fact_is_about(fact: Noted, expected: Managed) -> None:
    assert manage(ManagerInput(fact, (GYM,)), stream(1)) == expected
    assert FACT_MANAGER.twin is manage


PART = part_of("fact_manager")
GIVEN = ManagerInput(note("note", "New."), (GYM,))


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ('{"operation": "update", "fact": 1}', Managed("update", 0)),
        ('{"operation": "delete", "fact": 1}', Managed("delete", 0)),
        ('{"operation": "add", "fact": 0}', Managed("add")),
        ('{"operation": "none", "fact": 1}', Managed("none")),
        ('{"operation": "update", "fact": 0}', Managed("add")),
        ('{"operation": "delete", "fact": 0}', Managed("none")),
    ],
)
def test_a_models_choice_is_read(reply: str, expected: Managed) -> None:
    assert PART.read(reply, GIVEN) == expected


@pytest.mark.parametrize(
    "reply",
    [
        '{"operation": "replace", "fact": 1}',
        '{"operation": "update", "fact": 2}',
        '{"operation": "update", "fact": 9}',
        '{"operation": "delete", "fact": true}',
        '{"fact": 1}',
    ],
)
def test_a_choice_that_cannot_be_carried_out_is_asked_for_again(reply: str) -> None:
    with pytest.raises(Unusable):
        PART.read(reply, GIVEN)


def test_where_nothing_is_like_it_nobody_is_asked() -> None:
    assert PART.settled(ManagerInput(GYM, ())) == Managed("add")
    assert PART.settled(GIVEN) is None
