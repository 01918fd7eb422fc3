"""Large stores: proposals from a graph, scored exactly, the same whatever was asked before."""

from __future__ import annotations

from datetime import datetime, timedelta

import numpy as np
import pytest

import memory_backends
from memory_backends import conformance
from memory_backends.base import MemoryBackend
from memory_backends.retrieval import nearest
from memory_backends.retrieval.nearest import EXACT_UP_TO, Nearest
from sim.errors import MissingExtra
from sim.seeds import stream
from sim.views import Memory, Session, Turn

NOON = datetime(2026, 3, 1, 12)
LATER = NOON + timedelta(days=900)
WORDS = [f"w{number}" for number in range(60)]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """More than forty entries count as many."""
    pytest.importorskip("faiss", reason="the extra 'ann' is not installed")
    monkeypatch.setattr(nearest, "EXACT_UP_TO", 40)


def session(day: int) -> Session:
    """Ten turns of six words each, which no other day says."""
    at, ident, rng = NOON + timedelta(days=day), f"s{day:04}", stream("nearest", day)
    said = (f"{' '.join(rng.choice(WORDS, 6))} d{day} n{n}" for n in range(10))
    turns = tuple(Turn(f"{ident}.{n}", "user", text, at) for n, text in enumerate(said))
    return Session(ident, "ada", at, at, turns)


def filled(days: int, index: str = "approximate", name: str = "dense") -> MemoryBackend:
    made = memory_backends.create(name, user_id="ada", embedder="hashing", index=index)
    for day in range(days):
        made.add(session(day))
    return made


def found(backend: MemoryBackend, at: datetime = LATER, k: int = 8) -> list[list[Memory]]:
    queries = [" ".join(stream("asking", number).choice(WORDS, 4)) for number in range(12)]
    return [backend.search(query, k=k, at=at) for query in queries]


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("name", ["dense", "query_rewriting"])
def test_the_graph_finds_what_looking_at_all_finds_with_the_same_scores(name: str) -> None:
    assert found(filled(40, name=name)) == found(filled(40, "exact", name))


@pytest.mark.usefixtures("few")
def test_only_what_existed_by_then_is_proposed() -> None:
    at = NOON + timedelta(days=6)  # seventy of four hundred
    assert found(filled(40), at) == found(filled(40, "exact"), at)
    early = NOON + timedelta(days=1)  # twenty: looked at one by one
    assert found(filled(40), early) == found(filled(40, "exact"), early)


@pytest.mark.usefixtures("few")
def test_what_is_found_does_not_hang_on_what_was_asked_before() -> None:
    asked = filled(10)
    found(asked)
    for day in range(10, 30):
        asked.add(session(day))
        found(asked, k=1)
    assert found(asked) == found(filled(30))


@pytest.mark.usefixtures("few")
def test_what_was_deleted_is_not_proposed() -> None:
    backend = filled(20)
    best = found(backend, k=1)[0][0]
    backend.delete(best.id)
    assert all(best.id != memory.id for some in found(backend) for memory in some)
    assert len(found(backend)[0]) == 8


@pytest.mark.usefixtures("few")
def test_whoever_wants_nearly_all_gets_it_exactly() -> None:
    assert found(filled(20), k=150) == found(filled(20, "exact"), k=150)


@pytest.mark.usefixtures("few")
def test_too_few_proposals_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Nearest, "proposed", lambda *_: np.array([3], dtype=np.intp))
    assert found(filled(20)) == found(filled(20, "exact"))


@pytest.mark.usefixtures("few")
def test_a_memory_with_a_graph_keeps_the_rules() -> None:
    report = conformance.check(
        lambda user: memory_backends.create(
            "dense", user_id=user, embedder="hashing", index="approximate"
        )
    )
    assert report.failed == ()


@pytest.mark.usefixtures("few")
def test_a_graph_grows_at_its_end_and_is_made_anew_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    added: list[str] = []

    class Graph:
        def __init__(self) -> None:
            added.append("new")

        def add(self, rows: np.ndarray) -> None:
            added.append(f"{rows[0, 0]:.0f}")

    monkeypatch.setattr(nearest, "_graph", lambda dimensions: Graph())
    held, numbers = Nearest(), np.arange(60, dtype=np.float32)[:, None]
    texts = [str(number) for number in range(60)]
    held.hold(texts[:40], numbers[:40])
    assert added == []
    held.hold(texts[:42], numbers[:42])
    held.hold(texts[:43], numbers[:43])
    held.hold(texts[:43], numbers[:43])
    assert added == ["new", *texts[:43]]
    added.clear()
    held.hold(texts[1:43], numbers[1:43])
    assert added == ["new", *texts[1:43]]


def test_up_to_ten_thousand_no_graph_is_asked_for() -> None:
    held = Nearest()
    held.hold(["a", "b"], np.eye(2, dtype=np.float32))
    assert not held.serves(np.ones(EXACT_UP_TO, dtype=np.bool_), 5)
    assert held.serves(np.ones(EXACT_UP_TO + 1, dtype=np.bool_), 5)
    assert not held.serves(np.ones(EXACT_UP_TO + 1, dtype=np.bool_), 101)
    assert EXACT_UP_TO == 10_000


def test_without_the_extra_it_is_refused_before_anything_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("memory_backends.retrieval.dense.find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"pip install 'lifeworld\[ann\]'"):
        memory_backends.create("dense", user_id="ada", index="approximate")
    assert memory_backends.create("dense", user_id="ada", embedder="hashing").name == "dense"
