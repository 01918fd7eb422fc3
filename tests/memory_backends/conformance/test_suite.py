"""The suite run over the built-ins, and its report."""

from datetime import datetime
from itertools import pairwise

import pytest

import memory_backends
from memory_backends import MemoryBackend, conformance
from memory_backends.base import Capabilities
from memory_backends.conformance.script import AFTERWARDS, PLACES, little_life, long_life
from sim.views import Memory, Session

BUILT_IN = [
    ("full_context", {}),
    ("full_context", {"granularity": "session"}),
    ("recency", {}),
    ("recency", {"granularity": "session", "speakers": "user"}),
    ("bm25", {}),
    ("bm25", {"speakers": "both"}),
    ("bm25", {"granularity": "session"}),
    ("bm25", {"granularity": "chunk"}),
    ("window", {"granularity": "chunk", "chunk_tokens": 20}),
    ("dense", {"embedder": "hashing"}),
    ("dense", {"embedder": "hashing", "granularity": "session"}),
    ("dense", {"embedder": "hashing", "granularity": "chunk", "chunk_tokens": 30}),
    ("dense", {}),
    ("propagating", {}),
    ("adaptive_k", {}),
    ("adaptive_k", {"ranker": "dense", "embedder": "hashing", "buffer": 5}),
    ("fact_store", {"embedder": "hashing"}),
    ("fact_graph", {"embedder": "hashing"}),
    ("fact_store", {"embedder": "hashing", "granularity": "turn"}),
    ("hybrid", {"embedder": "hashing"}),
    ("light_mem", {"embedder": "hashing"}),
    ("light_mem", {"embedder": "hashing", "buffer_tokens": 20, "sleep": 2}),
    ("md_flat", {}),
    ("memory_r1", {"embedder": "hashing"}),
    ("notes", {"embedder": "hashing"}),
    ("paged", {"embedder": "hashing"}),
    ("paged", {"embedder": "hashing", "short": 2}),
    ("rmm", {"embedder": "hashing"}),
    ("simple_mem", {"embedder": "hashing"}),
    ("tiered", {"embedder": "hashing"}),
    ("wiki", {"embedder": "hashing"}),
    ("query_rewriting", {"embedder": "hashing"}),
    ("query_rewriting", {"embedder": "hashing", "passages": 3, "granularity": "session"}),
    ("raptor", {"embedder": "hashing"}),
    ("raptor", {"embedder": "hashing", "members": 2}),
    ("self_rag", {"embedder": "hashing"}),
    ("self_rag", {"ranker": "bm25"}),
    ("store", {"embedder": "hashing"}),
    ("store", {"embedder": "hashing", "granularity": "chunk", "chunk_tokens": 30}),
    ("synthesis", {"embedder": "hashing"}),
    ("synthesis", {"ranker": "bm25", "granularity": "session"}),
    ("hybrid", {"embedder": "hashing", "granularity": "session"}),
    ("window", {}),
    ("window", {"ranker": "dense", "embedder": "hashing", "radius": 1}),
]
ELSEWHERE = {"libraries", "services", "workers"}  # what else they need: tests of their own
ANSWERING = {"memory_r1", "self_rag", "synthesis"}


@pytest.mark.parametrize(("name", "options"), BUILT_IN, ids=str)
def test_built_ins_conform(name: str, options: dict[str, object]) -> None:
    size = 40 if name == "dense" and not options else 300
    report = conformance.check(
        lambda user_id: memory_backends.create(name, user_id=user_id, **options), size=size
    )
    assert report.failed == ()
    answers = report.capabilities.answer
    assert report.skipped == (() if answers else (("answer", "it cannot answer"),))
    assert answers == (name in ANSWERING)
    assert report.backend == name


def test_every_registered_backend_is_among_them() -> None:
    refused = {"dynamic"}  # nobody can play it; tests of its own say so
    elsewhere = {row.name for row in memory_backends.describe() if row.group in ELSEWHERE}
    assert {name for name, _ in BUILT_IN} | refused | elsewhere == set(memory_backends.names())


class WriteOnly(MemoryBackend):
    """Finds what it has but can list nothing, delete nothing, answer nothing."""

    name = "write_only"
    enumerates = False
    native_time = False

    def __init__(self, user_id: str) -> None:
        super().__init__(user_id)
        self.said: list[Memory] = []
        self.closed = 0

    def add(self, session: Session) -> None:
        for turn in session.turns:
            self.said.append(Memory(turn.id, turn.text, turn.at))

    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
        return [each for each in self.said if each.created_at <= at][-k:]

    def get_all(self) -> list[Memory]:
        raise AssertionError("a backend that cannot enumerate was asked to")


def test_checks_that_need_what_a_backend_lacks_are_skipped_with_a_reason() -> None:
    report = conformance.check(WriteOnly)
    assert report.ok
    reasons = dict(report.skipped)
    assert reasons["enumeration"] == "it cannot enumerate"
    assert reasons["delete"] == "it cannot enumerate or delete"
    assert set(report.passed) == {
        "close",
        "depth",
        "empty store",
        "isolation",
        "larger store",
        "ranking",
        "simulated time",
        "unicode",
    }


def test_every_instance_is_closed_even_when_a_check_fails() -> None:
    made: list[WriteOnly] = []

    class Leaky(WriteOnly):
        def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
            raise OSError("the server is gone")

        def close(self) -> None:
            self.closed += 1

    def make(user_id: str) -> Leaky:
        made.append(Leaky(user_id))
        return made[-1]  # type: ignore[return-value]

    report = conformance.check(make)
    assert ("depth", "raised OSError: the server is gone") in report.failed
    assert all(backend.closed for backend in made)


def test_no_user_is_met_twice_so_a_shared_storage_stays_clean() -> None:
    users: list[str] = []

    def make(user_id: str) -> WriteOnly:
        users.append(user_id)
        return WriteOnly(user_id)

    conformance.check(make)
    assert len(users) == len(set(users))


def test_the_report_reads_as_a_page() -> None:
    report = conformance.Report(
        backend="acme",
        passed=("dates",),
        failed=(("depth", "9 memories came back where k was 3"),),
        skipped=(("answer", "it cannot answer"),),
        capabilities=Capabilities(delete=True, answer=False),
    )
    assert not report.ok
    assert str(report) == (
        "acme: 1 of 2 checks passed\n"
        "  passed   dates\n"
        "  FAILED   depth: 9 memories came back where k was 3\n"
        "  skipped  answer: it cannot answer\n"
        "  it can: delete, enumerate, native_time"
    )


def test_the_scripted_life_names_each_place_in_one_session_only() -> None:
    texts = [session.text for session in little_life("ada")]
    for number, place in enumerate(PLACES):
        assert [place in text for text in texts] == [i == number for i in range(4)]


@pytest.mark.parametrize("turns", [0, 1, 10, 137])
def test_a_long_life_has_as_many_user_turns_as_asked_all_before_the_end(turns: int) -> None:
    sessions = list(long_life("ada", turns))
    said = [t for each in sessions for t in each.turns if t.speaker == "user"]
    assert len({turn.text for turn in said}) == len({turn.id for turn in said}) == turns
    for earlier, later in pairwise(sessions):
        assert earlier.ended_at < later.started_at
    assert all(each.ended_at < AFTERWARDS for each in sessions)
