"""What the backends that keep chunks have in common."""

from datetime import timedelta

import pytest

import memory_backends
from memory_backends.base import MemoryBackend
from memory_backends.chunked import Chunked
from memory_backends.conformance.script import AFTERWARDS, QUESTIONS, little_life, session

NAMES = [
    *("full_context", "recency", "adaptive_k", "bm25", "dense", "hybrid", "query_rewriting"),
    *("self_rag", "synthesis", "window"),
]


def made(name: str, **options: object) -> MemoryBackend:
    if "embedder" in memory_backends.resolve(name).Options.model_fields:
        options = {"embedder": "hashing", **options}
    return memory_backends.create(name, user_id="ada", **options)


@pytest.fixture(params=NAMES)
def backend(request: pytest.FixtureRequest) -> MemoryBackend:
    found = made(request.param)
    for each in little_life("ada"):
        found.add(each)
    return found


def test_every_built_in_of_the_kind_is_tested_here() -> None:
    kinds = {name: memory_backends.resolve(name) for name in memory_backends.names()}
    del kinds["raptor"]  # has entries beside the chunks, and tests of its own
    del kinds["dynamic"]  # cannot be made
    assert sorted(NAMES) == [name for name, kind in kinds.items() if issubclass(kind, Chunked)]


def test_entries_come_out_in_the_order_in_which_they_were_said(backend: MemoryBackend) -> None:
    ids = [entry.id for entry in backend.get_all() if entry.metadata["speaker"] == "user"]
    assert ids == [f"s000{s}.{t}" for s in (1, 2, 3, 4) for t in (0, 2)]


def test_adding_a_session_again_changes_nothing(backend: MemoryBackend) -> None:
    before = backend.get_all()
    backend.add(little_life("ada")[0])
    assert backend.get_all() == before


def test_deleting_what_is_not_there_is_an_error(backend: MemoryBackend) -> None:
    with pytest.raises(KeyError):
        backend.delete("s0099.0")


def test_a_deleted_entry_leaves_the_ones_behind_it_where_they_were(backend: MemoryBackend) -> None:
    backend.search(QUESTIONS[1], k=3, at=AFTERWARDS)  # an index exists by now
    backend.delete("s0001.0")
    found = backend.search("Brask harbour project", k=100, at=AFTERWARDS)
    assert "s0002.0" in {memory.id for memory in found}
    assert "s0001.0" not in {memory.id for memory in found}


def test_what_is_added_after_a_search_is_found_by_the_next(backend: MemoryBackend) -> None:
    backend.search("zeppelin", k=3, at=AFTERWARDS)
    backend.add(session(9, "ada", "I flew in a zeppelin.", day=200))
    found = backend.search("zeppelin", k=3, at=AFTERWARDS)
    assert "s0009.0" in {memory.id for memory in found}


def test_the_minute_of_a_turn_is_the_first_at_which_it_is_known(backend: MemoryBackend) -> None:
    (said,) = [entry for entry in backend.get_all() if entry.id == "s0002.0"]
    query = said.text
    at, before = said.created_at, said.created_at - timedelta(minutes=1)
    assert "s0002.0" in {memory.id for memory in backend.search(query, k=1, at=at)} or (
        type(backend).ignores_k
    )
    assert "s0002.0" not in {memory.id for memory in backend.search(query, k=9, at=before)}


@pytest.mark.parametrize("name", NAMES)
def test_sessions_can_be_the_entries(name: str) -> None:
    backend = made(name, granularity="session")
    for each in little_life("ada"):
        backend.add(each)
    assert [entry.id for entry in backend.get_all()] == ["s0001", "s0002", "s0003", "s0004"]
    best = backend.search("holidays with my sister in Ulverin", k=4, at=AFTERWARDS)
    assert "s0003" in {memory.id for memory in best}


@pytest.mark.parametrize("name", NAMES)
def test_chunks_can_be_the_entries(name: str) -> None:
    backend = made(name, granularity="chunk", chunk_tokens=7 + 20)
    for each in little_life("ada"):
        backend.add(each)
    ids = [entry.id for entry in backend.get_all()]
    assert ids[:2] == ["s0001/0", "s0001/1"]
    assert len(ids) > 4
    best = backend.search("holidays with my sister in Ulverin", k=20, at=AFTERWARDS)
    assert "s0003/0" in {memory.id for memory in best}


@pytest.mark.parametrize("name", NAMES)
def test_the_assistants_turns_are_kept_on_request(name: str) -> None:
    backend = made(name, speakers="both")
    backend.add(little_life("ada")[0])
    assert [entry.id for entry in backend.get_all()] == [f"s0001.{i}" for i in range(4)]


@pytest.mark.parametrize("name", NAMES)
def test_two_users_of_one_process_share_nothing(name: str) -> None:
    one, other = made(name), made(name)
    one.add(little_life("ada")[0])
    assert other.get_all() == []
    assert other.search(QUESTIONS[0], k=5, at=AFTERWARDS) == []
