"""Anchor events: who they happen to, what they bring up, and that no fact comes twice for them."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import personas
from personas import domains
from personas.skeletons import ShiftOptions, Skeleton, SkeletonOptions, skeleton
from personas.skeletons.anchors import Use, archetypes, delays, draw_occasions
from sim.clock import DAY, Calendar
from sim.seeds import stream

CALENDAR = Calendar(datetime(2031, 1, 6))
YEARS = CALENDAR.month(24)
NAMES = sorted(personas.names())


def written(name: str, seed: int, anchors: int = 3, shift: bool = False) -> Skeleton:
    return skeleton(
        personas.load(name),
        calendar=CALENDAR,
        horizon=YEARS,
        seed_path=(seed, "life", name),
        shift=ShiftOptions(months=(16,)) if shift else None,
        options=SkeletonOptions(anchors=anchors),
    )


def test_the_library_is_large_and_its_domains_exist() -> None:
    kinds = archetypes()
    assert len(kinds) >= 15
    assert len({kind.id for kind in kinds}) == len(kinds)
    for kind in kinds:
        assert set(kind.touches) <= set(domains.names())
        assert kind.ages[0] < kind.ages[1]
        assert kind.narrative.endswith(".")
        assert all(lead[-1] in ".:" for lead in kind.leads)


def test_every_person_of_the_library_can_have_some() -> None:
    for name in NAMES:
        assert sum(kind.suits(personas.load(name)) for kind in archetypes()) >= 4


def test_age_and_circumstances_decide() -> None:
    emeric = personas.load("emeric_thorne")  # 67, retired, a widower
    kinds = {kind.id: kind for kind in archetypes()}
    assert not kinds["new_job"].suits(emeric)
    assert not kinds["redundancy"].suits(emeric)
    assert not kinds["break_up"].suits(emeric)
    assert kinds["recovery"].suits(emeric)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(NAMES), st.integers(0, 10_000), st.booleans())
def test_an_event_brings_up_two_or_three_domains_within_weeks(name, seed, shift) -> None:
    made = written(name, seed, shift=shift)
    in_use = {script.name for script in made.scripts()}
    assert [anchor.at for anchor in made.anchors] == sorted(anchor.at for anchor in made.anchors)
    for anchor in made.anchors:
        touched = [row[0].plan.domain for row in anchor.responses]
        assert 2 <= len(set(touched)) == len(touched) <= 3
        assert set(touched) <= in_use
        assert YEARS * 0.1 <= anchor.at <= YEARS * 0.9
        for row in anchor.responses:
            waits = [response.delay for response in row]
            assert waits == sorted(waits)
            assert DAY <= waits[0] < 10 * DAY
            assert [response.ends for response in row[:-1]] == [()] * (len(row) - 1)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(NAMES), st.integers(0, 10_000))
def test_no_fact_and_no_plan_comes_twice_for_an_event(name, seed) -> None:
    made = written(name, seed)
    assert max(Counter(plan.id for plan in made.plans()).values()) == 1
    values = Counter(
        (fact.attribute, value)
        for fact in made.facts()
        for value in fact.values
        if fact.kind == "ongoing_state"
    )
    assert not values or max(values.values()) == 1


@settings(max_examples=10, deadline=None)
@given(st.sampled_from(NAMES), st.integers(0, 10_000))
def test_without_events_a_life_is_what_it_was(name, seed) -> None:
    plain, eventful = written(name, seed, anchors=0), written(name, seed, anchors=3)
    assert plain.anchors == ()
    assert plain.domains == eventful.domains


def test_a_domain_must_still_be_in_use_for_a_while() -> None:
    persona = personas.load("emeric_thorne")
    brief = [Use("travel", 0, 10 * DAY), Use("recipes", 0, 10 * DAY)]
    assert draw_occasions(persona, brief, YEARS, 5, (1,)) == ()


def test_there_are_as_many_as_were_wanted_if_enough_can_happen() -> None:
    persona = personas.load("emeric_thorne")
    uses = [Use(domain, 0, 2 * YEARS) for domain in domains.names()]
    found = draw_occasions(persona, uses, YEARS, 4, (1,))
    assert len(found) == 4
    assert len({one.archetype.id for one in found}) == 4


@given(st.integers(1, 6), st.integers(0, 1000))
def test_sessions_of_one_domain_are_days_apart(count, seed) -> None:
    waits = delays(count, stream("delays", seed))
    assert all(later - earlier > 2 * DAY for earlier, later in pairwise(waits))


def test_an_event_opens_the_conversation_and_nobody_says_hello_behind_it() -> None:
    leads = tuple(lead for kind in archetypes() for lead in kind.leads)
    for seed in range(6):
        for anchor in written("emeric_thorne", seed).anchors:
            for row in anchor.responses:
                opening = row[0].plan.opening
                lead = next(lead for lead in leads if opening.startswith(lead))
                assert not opening[len(lead) + 1 :].startswith(("Hi", "Hello", "Hey"))


@pytest.mark.parametrize("number", [-1, 13])
def test_the_number_of_events_has_bounds(number) -> None:
    with pytest.raises(ValueError, match="anchors"):
        SkeletonOptions(anchors=number)
