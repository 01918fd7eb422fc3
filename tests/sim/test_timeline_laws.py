"""Laws that every life obeys, whatever is in store for it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from sim.cast import Cast
from sim.clock import DAY, HOUR, Calendar, Minutes
from sim.facts import Fact
from sim.life import Life, PersonaCard
from sim.moments import CheckpointReached, Moment, ProfileShift, SessionHeld
from sim.plans import DomainScript, Happening, Project, Reveal, SessionPlan, Shift, Storyline
from sim.timeline import Living, live
from sim.timeline.domain import dues, planned

CALENDAR = Calendar(datetime(2031, 1, 6))
HORIZON = 60 * DAY
KINDS = ("introduction", "change", "update", "deletion")
FACT_KINDS = ("user_profile", "ongoing_state")


def plan(name: str, facts: int, domain: str = "") -> SessionPlan:
    reveals = tuple(
        Reveal(
            Fact(f"gold:{name}.{n}", "ada", name, (), FACT_KINDS[n % 2], (f"{name}.{n}",)),
            f"I say {name}.{n}!",
        )
        for n in range(facts)
    )
    return SessionPlan(f"gold:plan/{name}", f"About {name}.", reveals, domain=domain)


@st.composite
def scripts(draw: st.DrawFn, name: str) -> DomainScript:
    gap = draw(st.integers(HOUR, 20 * DAY))
    sizes = draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
    facts = draw(st.integers(0, 3))
    projects = tuple(
        Project(f"{name}.{p}", "t", tuple(plan(f"{name}.{p}.{e}", facts, name) for e in range(n)))
        for p, n in enumerate(sizes)
    )
    one_offs = tuple(plan(f"{name}.o{n}", 0, name) for n in range(draw(st.integers(0, 4))))
    starts_at = draw(st.integers(0, 20 * DAY))
    return DomainScript(name, True, "mid", projects, one_offs, gap, starts_at)


@st.composite
def happenings(draw: st.DrawFn) -> tuple[Happening, ...]:
    found = []
    for number in range(draw(st.integers(0, 6))):
        what = plan(f"w{number}", draw(st.integers(1, 2)))
        facts = tuple(reveal.fact for reveal in what.reveals)
        due, lag = draw(st.integers(0, HORIZON + DAY)), draw(st.integers(0, 9 * DAY))
        kind = draw(st.sampled_from(KINDS))
        found.append(Happening(f"gold:w{number}", kind, due, what, lag, facts=facts))
    by_date = sorted(found, key=lambda happening: happening.due)
    ending = [
        replace(later, ends=(before.facts[0].id,)) if later.kind != "introduction" else later
        for before, later in pairwise(by_date)
    ]
    return (*by_date[:1], *ending)


@st.composite
def shifts(draw: st.DrawFn, running: tuple[str, ...]) -> tuple[Shift, ...]:
    ends = tuple(draw(st.lists(st.sampled_from(running), unique=True))) if running else ()
    begun = [draw(scripts("joined"))]
    if "d0" in ends:
        again = draw(scripts("again"))  # plans of their own, under the name of a domain that ended
        begun.append(replace(again, name="d0"))
    return (Shift(draw(st.integers(0, HORIZON)), "x", ends, tuple(begun)),)


@st.composite
def lives(draw: st.DrawFn) -> Life:
    names = tuple(f"d{number}" for number in range(draw(st.integers(0, 3))))
    cuts = draw(st.lists(st.integers(1, HORIZON - 1), unique=True, max_size=3).map(sorted))
    return Life(
        id="ada",
        user_id="u1",
        seed_path=(draw(st.integers(0, 9)), "ada"),
        calendar=CALENDAR,
        persona=PersonaCard("Ada"),
        checkpoints=(*cuts, HORIZON),
        domains=tuple(draw(scripts(name)) for name in names),
        storyline=draw(st.none() | happenings().map(lambda what: Storyline("w", what))),
        shifts=draw(st.just(()) | shifts(names)),
    )


def lived(life: Life) -> tuple[list[Moment], Living]:
    living = live(life, Cast())
    return list(living), living


def held(moments: list[Moment]) -> list[SessionHeld]:
    return [moment for moment in moments if isinstance(moment, SessionHeld)]


def begun(moment: SessionHeld) -> Minutes:
    return CALENDAR.minute(moment.session.started_at)


@given(lives())
def test_moments_come_in_order_of_time_and_the_last_checkpoint_last(life: Life) -> None:
    moments, _ = lived(life)
    assert all(before.at <= after.at for before, after in pairwise(moments))
    reached = [moment for moment in moments if isinstance(moment, CheckpointReached)]
    assert tuple(moment.at for moment in reached) == life.checkpoints
    assert [moment.number for moment in reached] == list(range(1, len(reached) + 1))
    assert [moment.last for moment in reached] == [False] * (len(reached) - 1) + [True]
    assert moments[-1] is reached[-1]


@given(lives())
def test_one_session_at_a_time_by_day_with_a_break_and_within_the_life(life: Life) -> None:
    sessions = held(lived(life)[0])
    for before, after in pairwise(sessions):
        assert begun(after) >= before.at + 30
    for moment in sessions:
        assert moment.at == begun(moment) + len(moment.session.turns)
        assert moment.at <= life.horizon
        assert 8 <= moment.session.started_at.hour < 22


@given(lives())
def test_the_same_life_twice_gives_the_same_moments(life: Life) -> None:
    (first, one), (second, other) = lived(life), lived(life)
    assert first == second
    assert (one.ledger, one.cut, one.dropped) == (other.ledger, other.cut, other.dropped)


@settings(max_examples=10, deadline=None)
@given(lives())
def test_both_engines_give_the_same_moments(life: Life) -> None:
    assert lived(life)[0] == lived(replace(life, engine="langgraph"))[0]


@given(lives())
def test_the_sessions_of_a_domain_are_held_in_the_order_of_its_script(life: Life) -> None:
    names = [moment.plan.id for moment in held(lived(life)[0])]
    begun = [script for shift in life.shifts for script in shift.starts]
    for script in [*life.domains, *begun]:
        ids = [due.plan.id for due in dues(script)]
        spoken = [name for name in names if name in ids]
        assert spoken == ids[: len(spoken)]


@given(lives())
def test_every_plan_is_held_once_or_cut_or_dropped(life: Life) -> None:
    moments, living = lived(life)
    names = [moment.plan.id for moment in held(moments)]
    accounted = [*names, *living.cut, *living.dropped]
    assert sorted(accounted) == sorted(plan.id for plan in planned(life))


@given(lives())
def test_interrupted_domains_never_speak_after_the_shift(life: Life) -> None:
    moments, living = lived(life)
    for at, moment in enumerate(moments):
        if isinstance(moment, ProfileShift):
            ended = [script for script in life.domains if script.name in moment.shift.ends]
            silent = {due.plan.id for script in ended for due in dues(script)}
            assert silent.isdisjoint(later.plan.id for later in held(moments[at:]))
            assert silent.isdisjoint(living.cut)
    assert not living.dropped or any(isinstance(moment, ProfileShift) for moment in moments)


@given(lives())
def test_every_fact_told_was_recorded_and_true_by_then(life: Life) -> None:
    moments, living = lived(life)
    ledger = living.ledger
    for moment in held(moments):
        for telling in moment.tellings:
            assert ledger.facts[telling.fact_id].holds_from <= telling.at <= moment.at
            assert telling.session_id == moment.session.id
        planned_facts = {reveal.fact.id for reveal in moment.plan.reveals}
        assert planned_facts == {t.fact_id for t in moment.tellings} | set(moment.untold)
    assert set(ledger.tellings) <= set(ledger.facts)


@given(lives())
def test_an_end_is_noted_where_it_is_emitted(life: Life) -> None:
    moments, living = lived(life)
    for moment in moments:
        for fact_id in getattr(moment, "ended", ()):
            assert living.ledger.was_told(fact_id, by=moment.at)
            assert living.ledger.ends[fact_id] <= moment.at
    for fact_id in living.ledger.ends:
        until = living.ledger.facts[fact_id].holds_until
        assert until is not None
        assert until <= living.ledger.ends[fact_id]


@given(scripts("d0"), scripts("d1"), st.integers(0, 9))
def test_another_domain_or_shift_leaves_the_draws_of_the_others_alone(
    script: DomainScript, other: DomainScript, seed: int
) -> None:
    """Without contention: the first session of the one is long over when the others begin."""
    one = replace(script, projects=script.projects[:1], mean_gap=min(script.mean_gap, 5 * DAY))
    first = replace(one.projects[0], events=one.projects[0].events[:1])
    one = replace(one, projects=(first,), one_offs=(), starts_at=0)
    late = replace(other, starts_at=30 * DAY)
    alone = Life("ada", "u", (seed,), CALENDAR, PersonaCard("Ada"), (HORIZON,), (one,))
    joined = replace(alone, domains=(late, one))
    shifted = replace(alone, shifts=(Shift(30 * DAY, "x", (), (late,)),))
    expected = held(lived(alone)[0])[0]
    for life in (joined, shifted):
        assert held(lived(life)[0])[0] == expected
