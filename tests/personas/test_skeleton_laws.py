"""Laws of every skeleton, for any persona, seed, length and shift."""

from __future__ import annotations

from datetime import datetime

from hypothesis import given, settings
from hypothesis import strategies as st

import personas
from personas import domains
from personas.persona import AgentUseProfile, DomainUse, Persona
from personas.skeletons import ShiftOptions, Skeleton, skeleton
from sim.clock import Calendar
from sim.facts import Fact
from sim.plans import DomainScript
from sim.text import normal

CALENDAR = Calendar(datetime(2031, 3, 3))
FREQUENCIES = ("high", "mid", "low")

seeds = st.integers(0, 2**32)
months = st.integers(2, 26)
few = settings(max_examples=25, deadline=None)


@st.composite
def people(draw: st.DrawFn) -> Persona:
    names = draw(st.permutations(domains.names()))
    uses = tuple(
        DomainUse(
            domain=name,
            long_horizon=at % 2 == 0,
            frequency=draw(st.sampled_from(FREQUENCIES)),
            reason="because",
            later=at >= 4,
        )
        for at, name in enumerate(names[:7])
    )
    return Persona(
        id="any",
        name="Any Body",
        age=40,
        place="anywhere",
        background="b",
        profile=AgentUseProfile(uses=uses),
    )


def write(person: Persona, length: int, seed: int, shift: ShiftOptions | None = None) -> Skeleton:
    return skeleton(
        person,
        calendar=CALENDAR,
        horizon=CALENDAR.month(length),
        seed_path=(seed, "life", "x"),
        shift=shift,
    )


shifts = st.one_of(st.none(), st.builds(ShiftOptions, share=st.floats(0.2, 0.8)))


@few
@given(people(), months, seeds, shifts)
def test_every_utterance_carries_its_own_fact_and_nothing_else_does(
    person: Persona, length: int, seed: int, shift: ShiftOptions | None
) -> None:
    """No other utterance, opening, follow-up, closing or one-off of the whole life carries it."""
    written = write(person, length, seed, shift)
    said: list[tuple[str, str]] = []  # (fact id or "", what is said)
    facts: dict[str, Fact] = {}
    for plan in written.plans():
        said += [("", text) for text in (plan.opening, plan.closing, *plan.follow_ups)]
        for reveal in plan.reveals:
            facts[reveal.fact.id] = reveal.fact
            said.append((reveal.fact.id, reveal.utterance))
            said += [("", text) for text in reveal.follow_ups]
    everything = [(owner, text, normal(text)) for owner, text in set(said)]
    for fact in facts.values():
        value = normal(fact.values[0])  # spares the thorough look where nothing can be found
        carriers = {o for o, text, n in everything if value in n and fact.is_carried_by(text)}
        assert carriers == {fact.id}


@few
@given(people(), months, seeds, shifts)
def test_no_fact_comes_twice(
    person: Persona, length: int, seed: int, shift: ShiftOptions | None
) -> None:
    facts = list(write(person, length, seed, shift).facts())
    values = [normal(value) for fact in facts for value in fact.values]
    assert len(set(values)) == len(values)
    assert len({fact.id for fact in facts}) == len(facts)


@few
@given(people(), months, seeds)
def test_one_domain_more_leaves_the_plans_of_others_as_they_are(
    person: Persona, length: int, seed: int
) -> None:
    uses = person.profile.at_first
    fewer = person.model_copy(update={"profile": AgentUseProfile(uses=uses[1:])})
    assert write(person, length, seed).domains[1:] == write(fewer, length, seed).domains


@few
@given(people(), months, seeds, shifts)
def test_the_same_seed_gives_the_same_skeleton(
    person: Persona, length: int, seed: int, shift: ShiftOptions | None
) -> None:
    assert write(person, length, seed, shift) == write(person, length, seed, shift)


@few
@given(people(), months, seeds, shifts)
def test_events_of_a_project_keep_the_order_of_their_archetype(
    person: Persona, length: int, seed: int, shift: ShiftOptions | None
) -> None:
    for script in write(person, length, seed, shift).scripts():
        pack = domains.load(script.name)
        orders = {p.id: [event.id for event in p.events] for p in pack.projects}
        where = {
            decision.id + "@" + p.id: event.id
            for p in pack.projects
            for event in p.events
            for decision in event.decisions
        }
        for number, project in enumerate(script.projects, 1):
            slug = project.id.rpartition("/")[2]
            assert slug.startswith(f"{number}_")
            archetype = slug.partition("_")[2]
            events = [
                where[f"{reveal.fact.attribute}@{archetype}"]
                for plan in project.events
                for reveal in plan.reveals
                if reveal.fact.kind == "ongoing_state"
            ]
            ranks = [orders[archetype].index(event) for event in events]
            assert ranks == sorted(ranks)
            assert ranks[0] == 0


@few
@given(people(), months, seeds)
def test_before_a_shift_a_life_is_planned_as_without_one(
    person: Persona, length: int, seed: int
) -> None:
    """What a shift adds comes behind: the projects before it are the first of the static life."""
    for static, dynamic in zip(
        write(person, length, seed).domains,
        write(person, length, seed, ShiftOptions()).domains,
        strict=True,
    ):
        assert static.name == dynamic.name
        shared = min(_before(static), _before(dynamic))
        assert static.projects[:shared] == dynamic.projects[:shared]
        assert static.one_offs == dynamic.one_offs


def _before(script: DomainScript) -> int:
    return sum(project.not_before == 0 for project in script.projects)


def test_another_seed_gives_another_skeleton() -> None:
    person = personas.load("nuria_valdaz")
    assert write(person, 12, 1) != write(person, 12, 2)


def test_two_people_with_one_profile_differ_by_their_seed_path_only_in_what_is_drawn() -> None:
    person = personas.load("nuria_valdaz")
    other = person.model_copy(update={"id": "twin"})
    mine, theirs = write(person, 6, 1), write(other, 6, 1)
    assert [f.values for f in mine.facts()] == [f.values for f in theirs.facts()]
    assert {f.subject for f in theirs.facts()} == {"twin"}
