"""Retention: which sessions need a fact, and in how many of them it was there."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.studies import create
from experiments.studies.spans import SAMPLE, Months, sample, sampled_presence
from experiments.trials import TrialSpec
from sim.clock import DAY, Calendar
from sim.errors import Misuse
from sim.facts import Fact, Telling
from sim.moments import ProfileShift
from sim.plans import Happening, SessionPlan, Shift

FULL = TrialSpec(backend="full_context")
LAST_TWO = TrialSpec(backend="full_context", budget=2)


def retained(kit, book, spec, **options):
    records = kit.observed(book.source(), spec, studies=[create("retention", **options)])
    return {row["fact"]: row for row in kit.kept(records, "retention")}


def test_what_is_never_forgotten_is_present_wherever_it_is_required(kit, book):
    for day in (1, 2, 3):
        book.session(day, book.fact(f"f{day}", f"value{day}"))
    rows = retained(kit, book, FULL)
    assert [(row["required"], row["present"]) for row in rows.values()] == [(3, 3), (2, 2), (1, 1)]
    assert all(row["first_failure"] is None for row in rows.values())


def test_an_evicted_fact_is_absent_from_then_on(kit, book):
    for day in range(1, 5):
        book.session(day, book.fact(f"f{day}", f"value{day}"))
    first = retained(kit, book, LAST_TWO)["gold:f1"]
    assert (first["required"], first["present"], first["first_failure"]) == (4, 2, 3)
    assert first["told_in"] == "s0001"


def test_sessions_that_are_not_stored_count_too(kit, book):
    book.session(1, book.fact("home", "Brask"))
    book.session(2, long_horizon=False)
    book.session(3, book.fact("job", "baker"), long_horizon=False)
    rows = retained(kit, book, TrialSpec(gate="oracle", backend="full_context"))
    assert (rows["gold:home"]["required"], rows["gold:home"]["present"]) == (3, 3)
    assert (rows["gold:job"]["present"], rows["gold:job"]["first_failure"]) == (0, 1)


def test_a_state_is_required_up_to_the_last_session_of_its_project(kit, book):
    state = book.fact("state", "sanding", kind="ongoing_state")
    book.session(1, state)
    book.session(2)
    book.session(3, ended=[state.id])
    book.session(4)
    assert retained(kit, book, FULL)["gold:state"]["required"] == 3


def test_a_shift_ends_a_state_between_two_sessions(kit, book):
    state = book.fact("state", "sanding", kind="ongoing_state")
    book.session(1, state)
    book.session(2)
    shift = ProfileShift(3 * DAY, Shift(3 * DAY, "Ada retires."), ended=(state.id,))
    book.moments.append(shift)
    book.session(4, book.fact("job", "baker"))
    source = book.source()
    source.ledger.end(state.id, shift.at)
    book.source = lambda: source
    rows = retained(kit, book, FULL)
    assert rows["gold:state"]["required"] == 2
    assert (rows["gold:state"]["period"], rows["gold:job"]["period"]) == (0, 1)


def replacing(book, old, new):
    plan = SessionPlan("gold:plan", "Hi.")
    happening = Happening("gold:h", "update", 2 * DAY, plan, facts=(new,), ends=(old.id,))
    book.session(1, old)
    book.session(2)
    book.session(3, new, happening=happening, ended=[old.id])
    book.session(4)


def test_a_replaced_fact_is_required_up_to_the_session_before_its_replacement(kit, book):
    replacing(
        book, book.fact("old", "Brask", kind="value"), book.fact("new", "Oslo", kind="change")
    )
    rows = retained(kit, book, FULL, kinds=["value", "change"])
    assert (rows["gold:old"]["required"], rows["gold:new"]["required"]) == (2, 2)


def test_facts_of_a_world_are_followed_only_if_asked_for(kit, book):
    replacing(
        book, book.fact("old", "Brask", kind="value"), book.fact("new", "Oslo", kind="change")
    )
    assert retained(kit, book, FULL) == {}


def test_months_are_those_of_the_life_and_add_up(kit, book):
    book.session(1, book.fact("home", "Brask"))
    for day in (10, 31, 45, 70, 100):
        book.session(day)
    row = retained(kit, book, TrialSpec(backend="full_context", budget=3))["gold:home"]
    # 6 January: month 1 ends on day 31, month 2 on day 59, month 3 on day 90.
    assert row["by_month"] == {"1": [2, 2], "2": [1, 2], "3": [0, 1], "4": [0, 1]}
    assert row["required"] == sum(required for _, required in row["by_month"].values())
    assert row["present"] == sum(present for present, _ in row["by_month"].values())


def test_a_fact_told_twice_is_required_from_the_first_time(kit, book):
    home = book.fact("home", "Brask")
    book.session(1, home)
    book.session(2, home)
    row = retained(kit, book, FULL)["gold:home"]
    assert (row["told_in"], row["required"]) == ("s0001", 2)


def test_a_fact_without_words_cannot_be_followed(kit, book):
    wordless = Fact("gold:w", "ada", "w", ("x",), "user_profile", ())
    held = book.session(1, book.fact("home", "Brask"))
    book.facts[wordless.id] = wordless

    telling = Telling(wordless.id, held.session.id, "s0001.0", held.at)
    book.moments[0] = replace(held, tellings=(*held.tellings, telling))
    assert list(retained(kit, book, FULL)) == ["gold:home"]


def test_retention_of_nothing_is_refused():
    with pytest.raises(Misuse):
        create("retention", kinds=[])
    with pytest.raises(Misuse, match="kinds"):
        create("retention", kind=["value"])


@given(st.lists(st.booleans(), max_size=SAMPLE))
def test_the_sample_is_exact_when_there_is_no_more_than_it_looks_at(presence):
    assert sampled_presence(presence) == sum(presence)


@given(st.integers(1, 400), st.integers(2, 40))
def test_a_sample_is_evenly_spaced_and_has_both_ends(count, size):
    seen = sample(count, size)
    assert (seen[0], seen[-1], len(seen)) == (0, count - 1, min(count, size))
    gaps = {later - earlier for earlier, later in pairwise(seen)}
    assert not gaps or max(gaps) - min(gaps) <= 1


@given(st.integers(21, 300), st.booleans())
def test_what_is_always_or_never_there_is_estimated_exactly(count, there):
    assert sampled_presence([there] * count) == pytest.approx(count * there)


def test_a_sample_of_one_looks_at_the_telling():
    assert sample(7, 1) == [0]
    assert sampled_presence([], 20) == 0


@given(st.lists(st.integers(1, 600 * DAY), min_size=1, max_size=30).map(sorted), st.data())
def test_months_split_a_run_without_losing_a_session(ats, data):
    months = Months.of(Calendar(datetime(2031, 1, 31)), 600 * DAY)
    for at in ats:
        months.add(at)
    first = data.draw(st.integers(1, len(ats)))
    presence = data.draw(st.lists(st.booleans(), min_size=1, max_size=len(ats) - first + 1))
    parts = list(months.split(first, presence))
    assert sum(required for _, _, required in parts) == len(presence)
    assert sum(present for _, present, _ in parts) == sum(presence)
    assert [month for month, _, _ in parts] == sorted({month for month, _, _ in parts})
