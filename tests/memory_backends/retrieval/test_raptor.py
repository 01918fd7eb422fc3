"""Summaries over what was said: what they rest on, when they are made, how they are found."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_backends import create
from memory_backends.budget import Budget
from memory_backends.retrieval import Raptor
from memory_backends.retrieval.raptor import RaptorOptions
from sim.cast.role import Role
from sim.errors import Misuse
from sim.roles.summariser import SummariserInput, SummariserOutput
from sim.views import Memory, Session, Turn

NOON = datetime(2026, 3, 1, 12)
LATER = NOON + timedelta(days=400)
TRAM = ("The tram to Brask is late.", "Another tram to Brask came.", "No tram to Brask today.")
TEA = ("Oolong tea at breakfast.", "Green tea at breakfast.", "Mint tea at breakfast.")


def session(number: int, *said: str) -> Session:
    at, ident = NOON + timedelta(days=number), f"s{number:04}"
    turns = tuple(
        Turn(f"{ident}.{n}", "user", text, at + timedelta(minutes=n)) for n, text in enumerate(said)
    )
    return Session(ident, "ada", at, at + timedelta(minutes=30), turns)


class Scribe:
    """Plays the summariser: all texts, joined; notes each call."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def __call__(self, role: Role, given_: SummariserInput, cue: str) -> SummariserOutput:
        self.calls.append(cue)
        return SummariserOutput(" + ".join(turn.text for turn in given_.session.turns))


def raptor(*days: tuple[str, ...], renew: float = 0.0) -> tuple[Raptor, Scribe]:
    options = RaptorOptions(embedder="hashing", members=3, renew=renew)
    made, scribe = Raptor("ada", options), Scribe()
    made.play = scribe  # type: ignore[assignment]
    for number, said in enumerate(days):
        made.add(session(number, *said))
    return made, scribe


def summaries(made: Raptor) -> list[Memory]:
    return [memory for memory in made.get_all() if memory.id.startswith("n")]


def test_what_belongs_together_is_summarised_together_across_sessions() -> None:
    made, _ = raptor(*zip(TRAM, TEA, strict=True))
    texts = {memory.text for memory in summaries(made)}
    tram, tea = " + ".join(TRAM), " + ".join(TEA)
    assert texts == {tram, tea, f"{tram} + {tea}"}


def test_a_summary_names_its_sources_and_is_dated_to_the_latest() -> None:
    made, _ = raptor(*zip(TRAM, TEA, strict=True))
    (tram,) = (memory for memory in summaries(made) if memory.text == " + ".join(TRAM))
    assert tram.sessions == ("s0000", "s0001", "s0002")
    assert tram.turns == ("s0000.0", "s0001.0", "s0002.0")
    assert tram.created_at == NOON + timedelta(days=2)


def test_leaves_and_summaries_compete_and_none_is_from_the_future() -> None:
    made, _ = raptor(*zip(TRAM, TEA, strict=True))
    found = made.search("tram to Brask", k=9, at=LATER)
    assert {memory.id for memory in found} == {memory.id for memory in made.get_all()}
    early = made.search("tram to Brask", k=9, at=NOON + timedelta(days=1, hours=1))
    assert {memory.id for memory in early} == {"s0000.0", "s0000.1", "s0001.0", "s0001.1"}


def test_only_what_lies_above_a_change_is_summarised_again() -> None:
    made, scribe = raptor(*zip(TRAM[:2], TEA[:2], strict=True))
    scribe.calls.clear()
    made.add(session(2, TEA[2]))
    assert len(scribe.calls) == 2  # the cluster of teas, and the top
    assert all(cue.startswith("s0002/n") for cue in scribe.calls)
    scribe.calls.clear()
    made.add(session(2, TEA[2]))
    made.search("tea", k=3, at=LATER)
    made.get_all()
    assert scribe.calls == []


def test_a_summary_waits_until_enough_has_come_but_never_where_something_went() -> None:
    made, scribe = raptor(*zip(TRAM, TEA, strict=True), renew=0.3)
    scribe.calls.clear()
    top = max(summaries(made), key=lambda memory: len(memory.text))
    made.add(session(3, TRAM[0]))  # one of seven at the top; the trams are split
    assert top in summaries(made)
    made.add(session(4, TRAM[1], TRAM[2]))  # three of nine
    (after,) = (memory for memory in summaries(made) if memory.id == top.id)
    assert {"s0003", "s0004"} <= set(after.sessions)
    made.delete("s0000.1")
    assert not any("s0000.1" in memory.turns for memory in summaries(made))


def test_one_turn_alone_needs_no_summary() -> None:
    made, scribe = raptor((TRAM[0],))
    assert [memory.id for memory in made.get_all()] == ["s0000.0"]
    assert scribe.calls == []


def test_what_is_deleted_leaves_no_trace_in_the_summaries_above() -> None:
    made, _ = raptor(*zip(TRAM, TEA, strict=True))
    before = {memory.id for memory in made.get_all()}
    made.delete("s0001.0")
    assert {memory.id for memory in made.get_all()} == before - {"s0001.0"}
    assert not any("Another" in memory.text for memory in made.get_all())
    assert not any("s0001.0" in memory.turns for memory in summaries(made))


def test_a_summary_lasts_as_long_as_anything_below_it() -> None:
    made, _ = raptor((TRAM[0], TRAM[1]))
    made.delete("s0000.0")
    assert [memory.text for memory in summaries(made)] == [TRAM[1]]
    made.delete("s0000.1")
    assert made.get_all() == []
    made.delete("n1")  # went with the last turn below it
    with pytest.raises(KeyError):
        made.delete("n99")


def test_a_deleted_summary_comes_back_when_something_joins_its_cluster_and_not_before() -> None:
    made, _ = raptor((TRAM[0], TRAM[1], TEA[0]))
    made.delete("n1")
    made.delete("s0000.0")
    assert summaries(made) == []
    made.add(session(1, TRAM[2]))
    assert [memory.text for memory in summaries(made)] == [f"{TRAM[1]} + {TEA[0]} + {TRAM[2]}"]


def test_where_a_summary_is_missing_the_one_above_is_made_of_what_is_below() -> None:
    made, _ = raptor(*zip(TRAM, TEA, strict=True))
    (tram,) = (memory for memory in summaries(made) if memory.text == " + ".join(TRAM))
    made.delete(tram.id)
    made.delete("s0000.1")
    top = max(summaries(made), key=lambda memory: len(memory.text))
    assert all(text in top.text for text in (*TRAM, *TEA[1:]))


def test_a_turn_that_is_told_otherwise_is_told_so_in_the_summaries() -> None:
    made, _ = raptor((TRAM[0], TRAM[1]))
    made.add(session(0, TRAM[0], TRAM[2]))
    assert [memory.text for memory in summaries(made)] == [f"{TRAM[0]} + {TRAM[2]}"]


WORD = st.sampled_from(["tram", "tea", "Brask", "oolong", "late", "mint"])
DAYS = st.lists(st.lists(WORD, min_size=1, max_size=4), min_size=1, max_size=8)


@settings(max_examples=30)
@given(DAYS, st.integers(1, 12), st.sampled_from(["oldest_first", "least_recently_retrieved"]))
def test_a_budget_is_kept(days: list[list[str]], most: int, eviction: str) -> None:
    made, _ = raptor()
    budget = Budget(most, eviction=eviction)  # type: ignore[arg-type]
    for number, said in enumerate(days):
        made.add(session(number, *said))
        budget.enforce(made)
        assert len(made.get_all()) <= most


@settings(max_examples=30)
@given(DAYS)
def test_every_summary_holds_all_that_is_below_it(days: list[list[str]]) -> None:
    made, _ = raptor(*map(tuple, days))
    texts = {memory.id: memory.text for memory in made.get_all()}
    for summary in summaries(made):
        assert sorted(summary.text.split(" + ")) == sorted(texts[turn] for turn in summary.turns)


def test_the_summariser_that_comes_with_it_makes_summaries() -> None:
    made = create("raptor", user_id="ada", embedder="hashing")
    made.add(session(0, "I wonder about tram lines.", "The tram to Brask is late today."))
    (summary,) = (memory for memory in made.get_all() if memory.id == "n1")
    assert summary.text == "I wonder about tram lines. The tram to Brask is late today."


def test_a_cluster_holds_at_least_two() -> None:
    with pytest.raises(Misuse, match="'members' of backend 'raptor' cannot be 1"):
        create("raptor", user_id="ada", members=1)
