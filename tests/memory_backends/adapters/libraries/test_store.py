"""The adapter to stores of LangGraph's. That it conforms is tested with the built-ins."""

from __future__ import annotations

from datetime import datetime

import fake_stores
import pytest

import memory_backends
from experiments.trials.spec import TrialSpec
from memory_backends.adapters.store import Store
from memory_backends.conformance.script import little_life, session
from sim.errors import Misuse, UnknownName

LATER = datetime(2030, 1, 1)


def store(user_id: str = "ada", **options: object) -> Store:
    made = memory_backends.create("store", user_id=user_id, **{"embedder": "hashing", **options})
    assert isinstance(made, Store)
    return made


def test_a_turn_is_put_with_its_simulated_date_and_its_source() -> None:
    backend, (first, *_) = store(), little_life("ada")
    backend.add(first)
    entry, other = backend.get_all()
    turn = first.turns[0]
    assert (entry.id, entry.text, entry.created_at) == (turn.id, turn.text, turn.at)
    assert (entry.sessions, entry.turns) == ((first.id,), (turn.id,))
    assert entry.metadata == {"speaker": "user"}
    assert other.id == first.turns[2].id


def test_it_needs_no_model() -> None:
    assert not TrialSpec(backend="store").calls_models


def test_the_same_words_may_be_said_twice() -> None:
    backend = store()
    backend.add(session(1, "ada", "Good morning.", "Good morning."))
    assert [entry.text for entry in backend.get_all()] == ["Good morning."] * 2


def test_a_session_that_comes_again_replaces_its_own_entries() -> None:
    backend, (first, *_) = store(), little_life("ada")
    backend.add(first)
    before = backend.get_all()
    backend.add(first)
    assert backend.get_all() == before


def test_many_later_entries_do_not_hide_an_early_one() -> None:
    backend = store()
    backend.add(session(1, "ada", "The tram to Brask."))
    for number in range(2, 30):
        backend.add(session(number, "ada", "The tram to Brask.", day=number))
    (found,) = backend.search("The tram to Brask.", k=3, at=datetime(1994, 3, 7, 23))
    assert found.sessions == ("s0001",)


def test_best_comes_first_and_has_its_score() -> None:
    backend = store()
    for each in little_life("ada"):
        backend.add(each)
    found = backend.search("the early ferry instead of the tram", k=3, at=LATER)
    assert "ferry" in found[0].text
    scores = [memory.score for memory in found if memory.score is not None]
    assert len(scores) == 3
    assert scores == sorted(scores, reverse=True)


def test_sessions_are_kept_whole_if_asked_for() -> None:
    backend, (first, *_) = store(granularity="session"), little_life("ada")
    backend.add(first)
    (entry,) = backend.get_all()
    assert entry.text == first.text
    assert entry.created_at == first.ended_at


def test_a_store_of_ones_own_is_made_from_the_embedders_index() -> None:
    fake_stores.OPENED.clear()
    backend = store(store="fake_stores:recorded")
    backend.add(session(1, "ada", "honey"))
    (index,) = fake_stores.OPENED
    assert index["fields"] == ["text"]
    assert len(index["embed"](["honey"])[0]) == index["dims"]


def test_users_of_one_store_do_not_see_each_other() -> None:
    users = ("a.b", "a_b", "a%2Eb", "a")
    backends = {user: store(user, store="fake_stores:shared") for user in users}
    for user, backend in backends.items():
        backend.add(session(1, user, f"I am {user}."))
    for user, backend in backends.items():
        assert [entry.text for entry in backend.get_all()] == [f"I am {user}."]
    backends["a.b"].reset()
    assert [len(backend.get_all()) for backend in backends.values()] == [0, 1, 1, 1]
    for backend in backends.values():
        backend.reset()


def test_an_unknown_entry_is_a_key_error() -> None:
    with pytest.raises(KeyError, match="s0009"):
        store().delete("s0009.1")


@pytest.mark.parametrize(
    ("named", "sentence"),
    [
        ("no_such_module:Store", "cannot be loaded: there is no module 'no_such_module' here"),
        ("fake_stores:NOTHING", "names nothing that can be called"),
        ("fake_stores", "names nothing that can be called"),
    ],
)
def test_a_store_that_cannot_be_made_is_refused_before_a_run(named: str, sentence: str) -> None:
    with pytest.raises((Misuse, UnknownName), match=sentence):
        TrialSpec(backend="store", backend_options={"store": named}).check()


def test_what_is_made_must_be_a_store() -> None:
    with pytest.raises(Misuse, match="makes a dict and no BaseStore"):
        store(store="fake_stores:wrong").get_all()
