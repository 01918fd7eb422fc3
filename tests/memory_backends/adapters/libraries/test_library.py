"""What all adapters to libraries have in common, over a library of a few lines."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar

import numpy as np
import pytest

from memory_backends import embedders
from memory_backends.adapters.awaiting import Loop
from memory_backends.adapters.directions import directions, width
from memory_backends.adapters.http.ledger import Held
from memory_backends.adapters.library import InLibrary, LibraryOptions
from memory_backends.conformance.script import little_life, session
from sim.cast.letting import OpenDoor
from sim.errors import MissingExtra
from sim.views import Session, Turn

DOOR = OpenDoor("http://127.0.0.1:1/v1", "any")
LATER = datetime(2030, 1, 1)


class Lacking(LibraryOptions):
    extra: ClassVar[str] = "noted"
    modules: ClassVar[tuple[str, ...]] = ("json", "no_such_library")


class Noted(InLibrary):
    """Keeps lines under keys that come by chance, last in first."""

    name = "noted"

    def start(self, door: OpenDoor) -> None:
        self.doors = [*getattr(self, "doors", []), door]
        self.lines: dict[str, str] = {}

    def stop(self) -> None:
        self.stopped = getattr(self, "stopped", 0) + 1

    def tell(self, session: Session, turns: Sequence[Turn]) -> None:
        for turn in turns:
            self.lines[f"key {(7919 * len(self.lines)) % 101}"] = turn.text

    def held(self) -> Sequence[Held]:
        return [Held(key, text) for key, text in reversed(self.lines.items())]

    def found(self, query: str, k: int) -> Sequence[Held]:
        return self.held()[:k]

    def forget(self, key: str) -> None:
        del self.lines[key]


@pytest.fixture
def noted() -> Noted:
    made = Noted("ada", LibraryOptions(embedder="hashing"))
    made.let_in = lambda: DOOR
    return made


def test_a_library_that_is_half_there_is_missing() -> None:
    with pytest.raises(MissingExtra, match=r"backend 'noted' .* 'lifeworld\[noted\]'"):
        Lacking()


def test_it_is_let_in_once_and_only_when_there_is_something_to_do(noted: Noted) -> None:
    noted.close()
    assert not hasattr(noted, "doors")
    for each in little_life("ada"):
        noted.add(each)
    assert noted.doors == [DOOR]


def test_entries_are_dated_and_named_by_their_session(noted: Noted) -> None:
    for each in little_life("ada")[:2]:
        noted.add(each)
    first, second, *_ = little_life("ada")
    entries = noted.get_all()
    assert [entry.created_at for entry in entries] == sorted(
        [first.ended_at] * 4 + [second.ended_at] * 4
    )
    assert [entry.id for entry in entries[:2]] == ["s0001/0", "s0001/1"]
    assert {entry.sessions for entry in entries} == {("s0001",), ("s0002",)}


def test_names_do_not_depend_on_the_order_in_which_a_library_lists(noted: Noted) -> None:
    noted.add(session(1, "ada", "b", "a", "c"))
    told = {entry.text: entry.id for entry in noted.get_all() if entry.text in "abc"}
    assert told == {"a": "s0001/3", "b": "s0001/4", "c": "s0001/5"}  # after three "I see."


def test_what_came_after_a_question_is_not_found(noted: Noted) -> None:
    first, second, *_ = little_life("ada")
    noted.add(first)
    noted.add(second)
    found = noted.search("Keldara", k=8, at=first.ended_at)
    assert {memory.sessions for memory in found} == {(first.id,)}
    assert len(found) == 4


def test_no_words_are_neither_told_nor_sought(noted: Noted) -> None:
    noted.add(session(1, "ada", "  "))
    assert [line for line in noted.lines.values() if not line.strip()] == []
    assert noted.search(" ", k=3, at=LATER) == []


def test_a_deleted_entry_is_gone_and_an_unknown_one_is_a_key_error(noted: Noted) -> None:
    noted.add(session(1, "ada", "a"))
    victim = next(entry for entry in noted.get_all() if entry.text == "a")
    noted.delete(victim.id)
    assert [entry.text for entry in noted.get_all()] == ["I see."]
    with pytest.raises(KeyError):
        noted.delete("s0009/1")


def test_reset_and_close_let_go_of_the_store_once(noted: Noted) -> None:
    noted.add(session(1, "ada", "a"))
    noted.reset()
    assert noted.stopped == 1
    assert noted.get_all() == []
    noted.close()
    noted.close()
    assert noted.stopped == 2


def test_directions_have_the_cosines_of_the_embedder() -> None:
    embedder = embedders.create("hashing", dimensions=32)
    texts = ["the tram to Brask", "the ferry to Brask", "honey"]
    rows, plain = np.array(directions(embedder, texts)), embedder.embed(texts)
    assert rows.shape == (3, width(embedder)) == (3, 33)
    np.testing.assert_allclose(rows @ rows.T, plain @ plain.T, atol=1e-6)


def test_a_text_without_a_vector_is_like_its_kind_alone() -> None:
    embedder = embedders.create("hashing", dimensions=32)
    rows = np.array(directions(embedder, ["", "honey", " "]))
    np.testing.assert_allclose(rows @ rows.T, [[1, 0, 1], [0, 1, 0], [1, 0, 1]], atol=1e-6)


def test_a_loop_waits_for_coroutines_also_while_another_runs() -> None:
    loop = Loop()

    async def where() -> str:
        return threading.current_thread().name

    async def outer() -> tuple[str, str]:
        return loop.wait(where()), await where()

    inside, outside = asyncio.run(outer())
    assert inside != outside == threading.current_thread().name
    loop.close()


def test_a_loop_raises_what_its_work_raises_and_ends_its_thread() -> None:
    loop, before = Loop(), threading.active_count()

    async def failing() -> None:
        raise KeyError("gone")

    with pytest.raises(KeyError, match="gone"):
        loop.wait(failing())
    loop.close()
    loop.close()
    assert threading.active_count() == before - 1
