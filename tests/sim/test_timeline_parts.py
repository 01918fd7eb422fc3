"""Agenda, waking hours, gaps and bookkeeping, each by itself and against plain counting."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import islice

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from simpy import Environment

from sim.clock import DAY, HOUR, Calendar, Minutes
from sim.facts import Fact, Ledger, Telling
from sim.life import Life, PersonaCard
from sim.plans import DomainScript, Happening, Project, Reveal, SessionPlan, Storyline
from sim.seeds import stream
from sim.timeline.agenda import Agenda, Entry
from sim.timeline.bookkeeping import enter, happened, over, tell
from sim.timeline.course import Course
from sim.timeline.domain import dues, gaps, ongoing, planned
from sim.timeline.user import has_room, until_morning
from sim.views import Session, Turn

START = datetime(2031, 1, 6)


def fact(name: str, kind: str = "value") -> Fact:
    return Fact(f"gold:{name}", "ada", name, (), kind, (name,))  # type: ignore[arg-type]


def plan(name: str, *facts: Fact, max_turns: int = 12) -> SessionPlan:
    reveals = tuple(Reveal(one, one.attribute) for one in facts)
    return SessionPlan(f"gold:plan/{name}", name, reveals, max_turns=max_turns)


def course(start: datetime = START, horizon: Minutes = 10 * DAY) -> Course:
    return Course(Life("ada", "u1", (7,), Calendar(start), PersonaCard("Ada"), (horizon,)))


# -- the agenda


def taken(agenda: Agenda, env: Environment) -> Entry:
    entry: Entry = env.run(agenda.take())
    return entry


asked = st.lists(
    st.tuples(st.sampled_from(["daily", "news"]), st.integers(0, 3), st.sampled_from("abc")),
    max_size=10,
)


@given(asked, st.sets(st.sampled_from("abc")))
def test_entries_come_by_urgency_then_date_then_order_unless_withdrawn(
    wishes: list[tuple[str, int, str]], withdrawn: set[str]
) -> None:
    env = Environment()
    agenda = Agenda(env)
    expected = []
    now = 0
    for number, (what, wait, domain) in enumerate(wishes):
        if wait:
            env.run(until=now + wait)
            now += wait
        news = Happening("gold:w", "change", 0, plan("w")) if what == "news" else None
        agenda.ask(plan(str(number)), domain=domain, happening=news)
        void = domain in withdrawn
        expected.append((what == "daily", now, number, str(number), void))
    for domain in sorted(withdrawn):
        agenda.withdraw(domain)
    entries = [taken(agenda, env) for _ in wishes]
    found = [(entry.plan.opening, agenda.is_void(entry)) for entry in entries]
    assert found == [(name, void) for *_, name, void in sorted(expected)]


@given(st.integers(1, 5), st.data())
def test_what_is_put_back_has_its_old_place(count: int, data: st.DataObject) -> None:
    env = Environment()
    agenda = Agenda(env)
    for number in range(count):
        agenda.ask(plan(str(number)))
    first = [taken(agenda, env) for _ in range(data.draw(st.integers(1, count)))]
    for entry in data.draw(st.permutations(first)):
        agenda.put_back(entry)
    assert [taken(agenda, env).plan.opening for _ in range(count)] == [*map(str, range(count))]


def test_a_domain_that_begins_again_is_heard_again() -> None:
    env = Environment()
    agenda = Agenda(env)
    agenda.ask(plan("before"), domain="tea")
    agenda.withdraw("tea")
    agenda.ask(plan("after"), domain="tea")
    agenda.ask(plan("other"), domain="gym")
    void = {entry.plan.opening: agenda.is_void(entry) for entry in (
        taken(agenda, env), taken(agenda, env), taken(agenda, env)
    )}  # fmt: skip
    assert void == {"before": True, "after": False, "other": False}


# -- day and night


@given(st.integers(0, DAY - 1), st.integers(0, 3 * DAY))
@example(22 * HOUR, 0)
@example(8 * HOUR, 0)
def test_sleep_ends_at_the_next_eight_oclock(first: Minutes, now: Minutes) -> None:
    """Minute by minute: by day not at all, else until the first minute of a day."""
    life = course(START + timedelta(minutes=first))
    life.env.run(until=now) if now else None
    asleep = until_morning(life)
    date = life.life.calendar.date(now)
    assert (asleep == 0) is (8 <= date.hour < 22)
    if asleep:
        waking = date + timedelta(minutes=asleep)
        assert (waking.hour, waking.minute) == (8, 0)
        assert asleep <= 10 * HOUR


@given(st.integers(1, 300), st.integers(1, 20))
def test_there_is_room_for_a_session_whose_last_turn_is_within_the_life(
    horizon: Minutes, turns: int
) -> None:
    life = course(horizon=horizon)
    entry = Entry(1, 0, 0, plan("x", max_turns=turns), life.env.event())
    exchanges = 0
    while 2 * (exchanges + 1) <= horizon:
        exchanges += 1
    assert has_room(life, entry) is (turns <= exchanges)


# -- a domain's sessions and their gaps


@given(st.integers(2, 40 * DAY), st.integers(0, 30))
def test_gaps_are_half_to_one_and_a_half_of_the_mean_and_the_first_at_most_all(
    mean: Minutes, seed: int
) -> None:
    first, *rest = islice(gaps(mean, stream(seed)), 30)
    assert 0 <= first <= mean
    assert all(mean // 2 <= gap <= mean * 3 // 2 + 1 for gap in rest)
    assert [first, *rest] == list(islice(gaps(mean, stream(seed)), 30))


def test_gaps_have_their_mean_on_average() -> None:
    waits = list(islice(gaps(1000, stream("mean")), 1, 4001))
    assert sum(waits) / len(waits) == pytest.approx(1000, abs=25)  # 5 standard errors
    assert len(set(waits)) > 800


def test_gaps_never_stand_still_however_short() -> None:
    assert all(gap >= 1 for gap in islice(gaps(1, stream(1)), 1, 200))


shapes = st.lists(st.integers(1, 3), max_size=4)


@given(shapes, st.integers(0, 3))
def test_projects_end_with_their_last_session_and_one_offs_end_nothing(
    sizes: list[int], one_offs: int
) -> None:
    projects = []
    for p, size in enumerate(sizes):
        states = [fact(f"{p}.{e}", "ongoing_state") for e in range(size)]
        events = tuple(plan(f"{p}.{e}", states[e], fact(f"{p}.{e}v")) for e in range(size))
        projects.append(Project(f"p{p}", "t", events, not_before=p * DAY))
    passing = tuple(plan(f"o{n}", fact(f"o{n}", "ongoing_state")) for n in range(one_offs))
    script = DomainScript("tea", True, "mid", tuple(projects), passing)
    found = [(due.plan.opening, due.not_before, due.ends) for due in dues(script)]
    expected = []
    for p, size in enumerate(sizes):
        for e in range(size):
            ends = tuple(f"gold:{p}.{n}" for n in range(size)) if e == size - 1 else ()
            expected.append((f"{p}.{e}", p * DAY, ends))
    assert found == [*expected, *[(f"o{n}", 0, ()) for n in range(one_offs)]]


def test_a_state_that_is_told_twice_in_a_project_ends_once() -> None:
    state = fact("oak", "ongoing_state")
    project = Project("p", "t", (plan("a", state, fact("ash")), plan("b", state)))
    assert ongoing(project) == ("gold:oak",)


def test_what_is_planned_is_everything_of_domains_shifts_and_world_once() -> None:
    scripts = [DomainScript(name, False, "low", one_offs=(plan(name),)) for name in ("tea", "gym")]
    story = Storyline("town", (Happening("gold:w", "change", 5, plan("w")),))
    life = Life(
        "ada", "u1", (7,), Calendar(START), PersonaCard("Ada"), (DAY,), tuple(scripts), story
    )
    assert [one.opening for one in planned(life)] == ["tea", "gym", "w"]


# -- bookkeeping


def view(number: int, at: Minutes, *texts: str) -> Session:
    name, begun = f"s{number:04d}", START + timedelta(minutes=at)
    turns = tuple(
        Turn(f"{name}.{n}", "user", text, begun + timedelta(minutes=n))
        for n, text in enumerate(texts)
    )
    return Session(name, "u1", begun, begun + timedelta(minutes=len(texts)), turns)


NAMES = st.sampled_from(["oak", "ash", "elm"])
deeds = st.lists(
    st.tuples(st.sampled_from(["happen", "talk", "cease", "over"]), NAMES, st.booleans()),
    max_size=14,
)


@given(deeds)
def test_the_ledger_knows_since_when_until_when_and_whether_told(
    done: list[tuple[str, str, bool]],
) -> None:
    """Ten minutes between two deeds; a plain diary of each fact says what must be so."""
    ledger, calendar = Ledger(), Calendar(START)
    since: dict[str, Minutes] = {}
    until: dict[str, Minutes] = {}
    ended: dict[str, Minutes] = {}
    said: dict[str, Minutes] = {}
    for number, (what, name, also) in enumerate(done):
        now, key = 10 * number, f"gold:{name}"
        if what == "happen":
            happened(ledger, Happening("gold:h", "change", now, plan("h"), facts=(fact(name),)))
            since.setdefault(key, now)
        elif what == "talk":
            enter(ledger, plan("t", fact(name)), now)
            revealed = [(key, f"s{number:04d}.1")] if also else []
            tellings = tell(ledger, view(number, now, "Hello.", name), revealed, calendar)
            assert tellings == tuple(
                Telling(key, f"s{number:04d}", turn, now + 1) for _, turn in revealed
            )
            since.setdefault(key, now)
            if also:
                said.setdefault(key, now + 1)
        elif key in since and what == "cease":
            happened(ledger, Happening("gold:h", "change", now, plan("h"), ends=(key,)))
            until.setdefault(key, now)
        elif key in since:
            assert over(ledger, [key], now) == ((key,) if key in said else ())
            until.setdefault(key, now)
            ended.setdefault(key, now)
    end = 10 * len(done) + 1
    assert ledger.ends == ended
    assert [one.id for one in ledger.told(by=end)] == sorted(said, key=said.__getitem__)
    for minute in range(0, end, 5):
        true = {one.id for one in ledger.true_at(minute)}
        assert true == {key for key in since if since[key] <= minute < until.get(key, end)}
        assert {one.id for one in ledger.told(by=minute)} == {
            key for key in said if said[key] <= minute
        }


def test_what_was_never_true_cannot_cease() -> None:
    with pytest.raises(ValueError, match="'gold:oak' is not in the ledger"):
        happened(Ledger(), Happening("gold:h", "change", 0, plan("h"), ends=("gold:oak",)))


# -- dates


@given(st.datetimes(datetime(2001, 1, 1), datetime(2090, 1, 1)), st.integers(0, 40))
def test_months_are_counted_by_the_calendar(start: datetime, count: int) -> None:
    """The same day of the month, or the month's last; found by walking day by day."""
    start = start.replace(second=0, microsecond=0)
    calendar = Calendar(start)
    date = calendar.date(calendar.month(count))
    assert (date.hour, date.minute) == (start.hour, start.minute)
    assert (date.year - start.year) * 12 + date.month - start.month == count
    assert date.day == start.day or (
        date.day < start.day and (date + timedelta(days=1)).month != date.month
    )


@given(st.datetimes(datetime(2001, 1, 1), datetime(2090, 1, 1)), st.integers(-(10**6), 10**6))
def test_a_minute_has_one_date_and_a_date_one_minute(start: datetime, minute: Minutes) -> None:
    calendar = Calendar(start)
    assert calendar.minute(calendar.date(minute)) == minute
    assert calendar.minute(calendar.date(minute) + timedelta(seconds=59)) == minute
    assert calendar.minute(calendar.date(minute) + timedelta(seconds=60)) == minute + 1
