"""Presence kept up from differences must equal presence computed from scratch."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from sim.probes import Evidence
from sim.probing import Carriers, StoreChange, StoreWatch
from sim.text import carries, estimated_tokens
from sim.views import Memory

NOW = datetime(2031, 1, 6)
WORDS = ("brask", "tram", "oslo")
MEMORIES = st.builds(
    Memory,
    id=st.sampled_from(["m1", "m2", "m3"]),
    text=st.lists(st.sampled_from(WORDS), max_size=3).map(" ".join),
    created_at=st.just(NOW),
    sessions=st.sampled_from([(), ("s0001",), ("s0002",), ("s0001", "s0002")]),
    turns=st.sampled_from([(), ("s0001.0",), ("s0002.0", "s0001.0")]),
)
STORES = st.lists(MEMORIES, max_size=4, unique_by=lambda memory: memory.id)
EVIDENCE = st.builds(
    Evidence,
    id=st.just("e"),
    role=st.just("value"),
    session_id=st.sampled_from(["s0001", "s0002"]),
    turn_ids=st.sampled_from([(), ("s0001.0",), ("s0002.0",)]),
    needles=st.sampled_from([(), ("brask",), ("brask", "tram")]),
)


def watched(stores: list[list[Memory]]) -> StoreWatch:
    watch = StoreWatch(Carriers())
    for number, store in enumerate(stores):
        watch.begin(f"s{number + 1:04}")
        watch.update(store)
    return watch


@given(st.lists(STORES, min_size=1, max_size=6))
def test_presence_equals_looking_into_every_store(stores):
    watch = watched(stores)
    for word in WORDS:
        naive = [any(carries(memory.text, (word,)) for memory in store) for store in stores]
        assert watch.presence((word,), 1, len(stores)) == naive
        assert watch.present((word,)) == naive[-1]


@given(st.lists(STORES, min_size=2, max_size=6), st.data())
def test_a_part_of_the_life_is_that_part_of_its_presence(stores, data):
    watch, count = watched(stores), len(stores)
    first = data.draw(st.integers(1, count))
    last = data.draw(st.integers(first, count))
    whole = watch.presence(("brask",), 1, count)
    assert watch.presence(("brask",), first, last) == whole[first - 1 : last]


@given(st.lists(STORES, min_size=1, max_size=6))
def test_entries_and_tokens_are_those_of_the_latest_store(stores):
    watch = watched(stores)
    assert watch.entries == len(stores[-1])
    assert watch.tokens == sum(estimated_tokens(memory.text) for memory in stores[-1])


@given(STORES, STORES)
def test_changes_are_counted_by_id_and_text(before, after):
    watch = watched([before])
    old, new = ({(memory.id, memory.text) for memory in store} for store in (before, after))
    assert watch.update(after) == StoreChange(added=len(new - old), removed=len(old - new))


@settings(max_examples=200)
@given(st.lists(STORES, min_size=1, max_size=5), EVIDENCE, st.data())
def test_evidence_is_held_as_evidence_says(stores, evidence, data):
    """An entry is one (id, text): its sources are those it first came with."""
    known: dict[tuple[str, str], Memory] = {}
    stores = [
        [known.setdefault((memory.id, memory.text), memory) for memory in store] for store in stores
    ]
    watch = watched(stores)
    carried = [any(evidence.is_carried_by(memory) for memory in store) for store in stores]
    since = data.draw(st.integers(1, len(stores)))
    assert watch.holds(evidence) == carried[-1]
    assert watch.stored_since(evidence, since) == any(carried[since - 1 :])


def test_a_store_that_only_grows_is_not_looked_at_twice(monkeypatch):
    entries = [Memory(f"m{i}", f"text {i}", NOW) for i in range(5)]
    watch = StoreWatch(Carriers())
    come = []
    monkeypatch.setattr(StoreWatch, "_come", lambda self, entry: come.append(entry) or True)
    for count in range(1, 6):
        watch.begin(f"s{count}")
        assert watch.update(entries[:count]) == StoreChange(added=1)
    assert come == entries


def test_a_rewritten_entry_loses_what_it_no_longer_says():
    old = Memory("m1", "I live in Brask.", NOW)
    watch = watched([[old], [replace(old, text="I live in Oslo.")]])
    assert watch.presence(("Brask",), 1, 2) == [True, False]
    assert watch.presence(("Oslo",), 1, 2) == [False, True]


def test_what_comes_back_was_away_in_between():
    entry = Memory("m1", "I live in Brask.", NOW)
    watch = watched([[entry], [], [entry]])
    assert watch.presence(("Brask",), 1, 3) == [True, False, True]


def test_evicted_at_once_was_stored_but_is_present_nowhere():
    entry = Memory("m1", "I live in Brask.", NOW)
    evidence = Evidence("e", "value", "s0001", needles=("Brask",))
    watch = watched([[entry]])
    watch.evict([entry])
    assert watch.stored_since(evidence, 1)
    assert not watch.holds(evidence)
    assert watch.presence(("Brask",), 1, 1) == [False]
    assert (watch.entries, watch.tokens) == (0, 0)


def test_the_store_after_an_eviction_holds_no_surprise():
    first, second = Memory("m1", "a", NOW), Memory("m2", "b", NOW)
    watch = watched([[first, second]])
    watch.evict([first])
    watch.begin("s0002")
    assert watch.update([second]) == StoreChange()
    assert watch.entries == 1


def test_evicting_what_was_never_seen_changes_nothing():
    watch = watched([[Memory("m1", "a", NOW)]])
    watch.evict([Memory("m9", "z", NOW)])
    assert watch.entries == 1


def test_a_session_that_is_not_stored_leaves_everything_in_place():
    watch = watched([[Memory("m1", "I live in Brask.", NOW)]])
    watch.begin("s0002")
    assert watch.presence(("Brask",), 1, 2) == [True, True]
    assert (watch.tick_of("s0001"), watch.tick_of("s0002"), watch.tick_of("s0099")) == (1, 2, 0)
