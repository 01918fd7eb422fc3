"""Full context and recency."""

import memory_backends
from memory_backends.conformance.script import AFTERWARDS, little_life
from memory_backends.references import FullContext, Recency

LIFE = little_life("ada")


def filled(kind: type[FullContext] | type[Recency]) -> FullContext | Recency:
    backend = kind("ada")
    for session in LIFE:
        backend.add(session)
    return backend


def test_full_context_returns_every_turn_of_both_oldest_first_whatever_k() -> None:
    found = filled(FullContext).search("anything", k=1, at=AFTERWARDS)
    assert [memory.id for memory in found] == [turn.id for each in LIFE for turn in each.turns]
    assert FullContext.capabilities().ignores_k


def test_full_context_ends_at_the_date_of_asking() -> None:
    found = filled(FullContext).search("anything", k=1, at=LIFE[1].turns[0].at)
    assert found[-1].id == "s0002.0"
    assert len(found) == 5


def test_full_context_can_be_limited_to_the_user() -> None:
    backend = memory_backends.create("full_context", user_id="ada", speakers="user")
    backend.add(LIFE[0])
    assert [entry.id for entry in backend.get_all()] == ["s0001.0", "s0001.2"]


def test_recency_returns_the_latest_user_turns_newest_first() -> None:
    found = filled(Recency).search("anything", k=3, at=AFTERWARDS)
    assert [memory.id for memory in found] == ["s0004.2", "s0004.0", "s0003.2"]


def test_recency_counts_back_from_the_date_of_asking() -> None:
    found = filled(Recency).search("anything", k=2, at=LIFE[2].turns[0].at)
    assert [memory.id for memory in found] == ["s0003.0", "s0002.2"]


def test_recency_of_depth_nought_is_nothing() -> None:
    assert filled(Recency).search("anything", k=0, at=AFTERWARDS) == []
