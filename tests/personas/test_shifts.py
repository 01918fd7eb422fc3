"""Profile shifts (PerMem-Bench, section 4 and Appendix A.4)."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import personas
from personas.persona import AgentUseProfile, DomainUse, Persona
from personas.skeletons import ShiftOptions, Skeleton, skeleton
from personas.skeletons.shifts import TURNS, draw_turns
from sim.clock import DAY, Calendar
from sim.errors import BadData
from sim.plans import Frequency, Shift


def dynamic(
    person: Persona, calendar: Calendar, length: int = 12, seed: int = 1, **options: object
) -> Skeleton:
    return skeleton(
        person,
        calendar=calendar,
        horizon=calendar.month(length),
        seed_path=(seed, "life", person.id),
        shift=ShiftOptions.model_validate(options),
    )


def the_shift(written: Skeleton) -> Shift:
    (shift,) = written.shifts
    return shift


@pytest.mark.parametrize("name", personas.names())
def test_one_domain_is_demoted_and_a_new_one_joins(calendar: Calendar, name: str) -> None:
    person = personas.load(name)
    shift = the_shift(dynamic(person, calendar))
    long = {use.domain for use in person.profile.at_first if use.long_horizon}
    (demoted,) = shift.demoted
    assert demoted in long
    assert shift.ends == (demoted,)
    again, joined, *others = shift.starts
    assert (again.name, again.long_horizon) == (demoted, False)
    assert again.one_offs
    assert joined.long_horizon
    assert joined.projects
    assert joined.name not in {use.domain for use in person.profile.at_first}
    assert all(not script.long_horizon for script in others)
    assert shift.joined == (joined.name, *(script.name for script in others))
    assert all(script.starts_at == shift.at for script in shift.starts)


def test_what_the_profile_foresees_for_later_joins_first(
    persona: Persona, calendar: Calendar
) -> None:
    for seed in range(10):
        shift = the_shift(dynamic(persona, calendar, seed=seed, new_transient=1.0))
        assert shift.joined == ("sport", "finance")


def test_a_demoted_domain_is_asked_about_as_often_as_its_projects_were_worked_on(
    persona: Persona, calendar: Calendar
) -> None:
    for seed in range(6):
        written = dynamic(persona, calendar, length=24, seed=seed)
        passing = the_shift(written).starts[0]
        (before,) = (script for script in written.domains if script.name == passing.name)
        assert not passing.long_horizon
        assert passing.frequency == before.frequency
        assert 0.5 < passing.mean_gap / before.mean_gap < 1.5


def test_retained_domains_go_on_with_new_projects_after_the_shift(
    persona: Persona, calendar: Calendar
) -> None:
    written = dynamic(persona, calendar, length=24)
    shift = the_shift(written)
    for script in written.domains:
        dates = [project.not_before for project in script.projects]
        if not script.long_horizon:
            assert len(script.one_offs) == 730 // 60  # of low frequency, right through the shift
        elif script.name in shift.demoted:
            assert set(dates) == {0}
        else:
            after = [date for date in dates if date]
            assert dates == sorted(dates)
            assert after
            assert all(shift.at <= date < shift.at + script.mean_gap * 4 for date in after)


def test_facts_of_both_phases_differ(calendar: Calendar) -> None:
    written = dynamic(personas.load("philomena_asare"), calendar, length=24)
    values = [fact.values for fact in written.facts()]
    assert len(set(values)) == len(values)


def test_one_sentence_justifies_all_changes(persona: Persona, calendar: Calendar) -> None:
    shift = the_shift(dynamic(persona, calendar, new_transient=1.0))
    packs = personas.domains
    assert shift.narrative.startswith(TURNS)
    assert packs.load(shift.demoted[0]).ends in shift.narrative
    assert packs.load("sport").begins in shift.narrative
    assert packs.load("finance").name in shift.narrative
    assert shift.narrative.count(".") == 1
    assert shift.narrative.endswith(".")


def test_without_a_transient_domain_nothing_is_said_of_one(
    persona: Persona, calendar: Calendar
) -> None:
    shift = the_shift(dynamic(persona, calendar, new_transient=0.0))
    assert len(shift.starts) == 2
    assert "now and then" not in shift.narrative


@settings(deadline=None, max_examples=20)
@given(st.floats(0.1, 0.9), st.integers(2, 24))
def test_a_shift_falls_on_a_day_at_its_share_of_the_life(share: float, months: int) -> None:
    calendar = Calendar(datetime(2031, 1, 6))
    shift = the_shift(dynamic(personas.load("nuria_valdaz"), calendar, months, share=share))
    horizon = calendar.month(months)
    assert shift.at % DAY == 0
    assert 0 <= horizon * share - shift.at < DAY


def test_several_shifts_each_change_something_new(calendar: Calendar) -> None:
    person = personas.load("philomena_asare")
    written = skeleton(
        person,
        calendar=calendar,
        horizon=calendar.month(18),
        seed_path=(3,),
        shift=ShiftOptions(months=(6, 12)),
    )
    one, two = written.shifts
    assert (one.at, two.at) == (calendar.month(6), calendar.month(12))
    assert set(one.joined).isdisjoint(two.joined)
    assert one.demoted != two.demoted
    ids = [plan.id for plan in written.plans()]
    assert len(set(ids)) == len(ids)
    running = {script.name for script in written.domains}
    for shift in (one, two):
        assert set(shift.ends) <= running
        running -= set(shift.ends)
        assert running.isdisjoint(script.name for script in shift.starts)
        running |= {script.name for script in shift.starts}


@pytest.mark.parametrize("months", [(6, 3), (6, 6), (12,), (13,)])
def test_shifts_must_ascend_and_fall_inside_the_life(
    calendar: Calendar, months: tuple[int, ...]
) -> None:
    with pytest.raises(BadData, match=r"shift\.months"):
        skeleton(
            personas.load("nuria_valdaz"),
            calendar=calendar,
            horizon=calendar.month(12),
            seed_path=(1,),
            shift=ShiftOptions(months=months),
        )


def test_a_life_without_anything_to_demote_cannot_shift(
    persona: Persona, calendar: Calendar
) -> None:
    uses = tuple(u for u in persona.profile.uses if not u.long_horizon or u.later)
    passing = persona.model_copy(update={"profile": AgentUseProfile(uses=uses)})
    with pytest.raises(BadData, match="persona 'mona', demotion: no domain is left"):
        dynamic(passing, calendar)


def test_without_anything_foreseen_any_other_domain_may_join(
    persona: Persona, calendar: Calendar
) -> None:
    bare = persona.model_copy(update={"profile": AgentUseProfile(uses=persona.profile.at_first)})
    shift = the_shift(dynamic(bare, calendar, new_transient=1.0))
    assert set(shift.joined).isdisjoint({"recipes", "home", "travel"})
    assert len(set(shift.joined)) == 2


def test_domains_are_drawn_with_weights_three_two_one(calendar: Calendar) -> None:
    """Over many seeds, the shares of three domains of different frequency are 3/6, 2/6, 1/6."""
    frequencies: dict[str, Frequency] = {"home": "high", "recipes": "mid", "sport": "low"}
    joining: dict[str, Frequency] = {"career": "high", "coding": "mid", "writing": "low"}
    uses = [
        DomainUse(domain=domain, long_horizon=True, frequency=frequency, reason="r", later=later)
        for group, later in ((frequencies, False), (joining, True))
        for domain, frequency in group.items()
    ]
    person = Persona(
        id="w",
        name="W",
        age=30,
        place="p",
        background="b",
        profile=AgentUseProfile(uses=tuple(uses)),
    )
    demoted: Counter[str] = Counter()
    joined: Counter[str] = Counter()
    for seed in range(1200):
        (turn,) = draw_turns(person, calendar, 300 * DAY, ShiftOptions(), (seed,))
        demoted[turn.demoted.domain] += 1
        joined[turn.joined.domain] += 1
    for drawn, group in ((demoted, frequencies), (joined, joining)):
        for domain, frequency in group.items():
            expected = 1200 * {"high": 3, "mid": 2, "low": 1}[frequency] / 6
            assert abs(drawn[domain] - expected) < 5 * (expected * 0.8) ** 0.5


def test_weights_are_a_knob(persona: Persona, calendar: Calendar) -> None:
    heavy = {"high": 1e9, "mid": 1e-9, "low": 1e-9}
    for seed in range(8):
        shift = the_shift(dynamic(persona, calendar, seed=seed, weights=heavy))
        assert shift.demoted == ("home",)


def test_a_transient_domain_joins_in_half_of_the_lives(
    persona: Persona, calendar: Calendar
) -> None:
    turns = [
        draw_turns(persona, calendar, 300 * DAY, ShiftOptions(), (seed,))[0] for seed in range(400)
    ]
    assert 160 < sum(turn.transient is not None for turn in turns) < 240


def test_the_draw_is_the_personas_own(persona: Persona, calendar: Calendar) -> None:
    other = persona.model_copy(update={"id": "other"})
    drawn = {
        seed: [
            draw_turns(p, calendar, 300 * DAY, ShiftOptions(), (seed,))[0].demoted.domain
            for p in (persona, other)
        ]
        for seed in range(40)
    }
    assert any(one != two for one, two in drawn.values())


def test_options_are_checked() -> None:
    for wrong in ({"share": 1.0}, {"share": 0.0}, {"months": (0,)}, {"new_transient": 2}):
        with pytest.raises(ValueError, match="Input should be"):
            ShiftOptions.model_validate(wrong)
    with pytest.raises(ValueError, match="Extra inputs"):
        ShiftOptions.model_validate({"at": 3})


# -- gradual shifts, beyond the paper


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 1000), st.integers(1, 5))
def test_a_gradual_shift_fades_what_leaves_and_grows_what_comes(seed: int, months: int) -> None:
    calendar = Calendar(datetime(2031, 1, 6))
    person = personas.load("odalys_brandt")
    written = dynamic(person, calendar, 16, seed, months=(8,), gradual_months=months)
    shift = the_shift(written)
    span = (calendar.month(8), calendar.month(8 + months))
    assert (shift.at, shift.ends, shift.fades) == (span[0], (), shift.demoted)
    (old,) = [script for script in written.domains if script.name in shift.demoted]
    assert (old.fades, old.grows) == (span, None)
    assert all((script.grows, script.fades) == (span, None) for script in shift.starts)
    others = [script for script in written.domains if script.name not in shift.demoted]
    assert all(script.fades is None for script in others)


def test_a_gradual_shift_is_through_with_the_life_at_the_latest(calendar: Calendar) -> None:
    person = personas.load("odalys_brandt")
    shift = the_shift(dynamic(person, calendar, 12, months=(10,), gradual_months=6))
    assert {script.grows for script in shift.starts} == {(calendar.month(10), calendar.month(12))}


def test_a_sudden_shift_neither_fades_nor_grows(persona: Persona, calendar: Calendar) -> None:
    written = dynamic(persona, calendar)
    assert the_shift(written).fades == ()
    scripts = list(written.scripts())
    assert all(script.grows is None and script.fades is None for script in scripts)
