"""What happens in a life, and when: one rule a test, on lives small enough to follow by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from itertools import pairwise
from typing import Any

import pytest

from sim.cast import Cast, Role
from sim.clock import DAY, HOUR, Calendar, Minutes
from sim.errors import Misuse, UnknownName
from sim.facts import Fact, FactKind
from sim.life import Life, PersonaCard
from sim.moments import (
    CheckpointReached,
    DeletionAsked,
    Moment,
    ProfileShift,
    SessionHeld,
    UpstreamChange,
)
from sim.plans import (
    Anchor,
    DomainScript,
    Happening,
    HappeningKind,
    Project,
    Response,
    Reveal,
    SessionPlan,
    Shift,
    Storyline,
)
from sim.roles.user import UserOutput
from sim.timeline import Living, live
from sim.timeline.user import SLOWEST
from sim.views import Memory

NOON = 12 * HOUR
TURNS = 6  # opening, the fact, goodbye, each with its reply


def fact(name: str, kind: FactKind = "value") -> Fact:
    return Fact(f"gold:{name}", "ada", name, (name,), kind, (name,))


def plan(name: str, *facts: Fact, domain: str = "", **changes: Any) -> SessionPlan:
    reveals = tuple(Reveal(told, f"It is {told.attribute}.") for told in facts or (fact(name),))
    return SessionPlan(f"gold:plan/{name}", "Good day.", reveals, domain=domain, **changes)


def script(name: str, *names: str, gap: Minutes = 10 * DAY, **changes: Any) -> DomainScript:
    plans = tuple(plan(one, domain=name) for one in names)
    return DomainScript(name, False, "mid", one_offs=plans, mean_gap=gap, **changes)


def happening(
    name: str, due: Minutes, kind: HappeningKind = "introduction", **changes: Any
) -> Happening:
    what = Happening(f"gold:{name}", kind, due, plan(name), facts=(fact(name),))
    return replace(what, **changes)


def life(*happenings: Happening, days: int = 100, **changes: Any) -> Life:
    what = Life(
        id="ada",
        user_id="u7",
        seed_path=(1, "life", "ada"),
        calendar=Calendar(datetime(2031, 1, 6)),
        persona=PersonaCard("Ada"),
        checkpoints=(days * DAY,),
        storyline=Storyline("home", happenings) if happenings else None,
    )
    return replace(what, **changes)


def lived(what: Life, cast: Cast | None = None) -> tuple[list[Moment], Living]:
    living = live(what, cast or Cast())
    return list(living), living


def sessions(moments: list[Moment]) -> dict[str, SessionHeld]:
    held = [moment for moment in moments if isinstance(moment, SessionHeld)]
    return {moment.plan.id.removeprefix("gold:plan/"): moment for moment in held}


def begun(moment: SessionHeld) -> Minutes:
    return Calendar(datetime(2031, 1, 6)).minute(moment.session.started_at)


class Mute:
    """A user who talks but lets certain facts never out."""

    name = "mute"

    def __init__(self, *silent_about: str) -> None:
        self._silent_about = silent_about

    def play(self, role: Role[Any, Any], given: Any, rng: Any, place: Any) -> tuple[Any, int, int]:
        done = role.twin(given, rng)
        if role.name == "user" and any(name in done.text for name in self._silent_about):
            done = UserOutput("Never mind.")
        return done, 1, 1


# --- the user and the agenda


def test_a_session_takes_a_minute_a_turn() -> None:
    (held,) = sessions(lived(life(happening("figs", NOON)))[0]).values()
    assert len(held.session.turns) == TURNS
    assert (begun(held), held.at) == (NOON, NOON + TURNS)
    assert held.session.ended_at == datetime(2031, 1, 6, 12, TURNS)
    assert (held.session.id, held.session.user_id) == ("s0001", "u7")
    assert held.tellings[0].at == NOON + 2
    assert held.tellings[0].turn_id == "s0001.2"


@pytest.mark.parametrize(
    ("asked", "starts"),
    [
        (8 * HOUR - 1, 8 * HOUR),
        (8 * HOUR, 8 * HOUR),
        (22 * HOUR - 1, 22 * HOUR - 1),
        (22 * HOUR, DAY + 8 * HOUR),
        (DAY, DAY + 8 * HOUR),
    ],
)
def test_what_is_asked_for_at_night_waits_until_morning(asked: Minutes, starts: Minutes) -> None:
    at = begun(sessions(lived(life(happening("figs", asked)))[0])["figs"])
    if asked == starts or (asked % DAY >= 8 * HOUR and asked % DAY < 22 * HOUR):
        assert at == starts
    else:  # some time after waking
        assert starts <= at < starts + SLOWEST


def test_night_is_local_whenever_the_life_began() -> None:
    calendar = Calendar(datetime(2031, 1, 6, 20, 30))
    moments, _ = lived(life(happening("figs", 2 * HOUR), calendar=calendar))
    began = sessions(moments)["figs"].session.started_at
    assert datetime(2031, 1, 7, 8) <= began < datetime(2031, 1, 7, 12)


def test_not_every_morning_is_the_same() -> None:
    begins = set()
    for days in range(1, 8):
        moments, _ = lived(life(happening("figs", days * DAY)))
        begins.add(sessions(moments)["figs"].session.started_at.time())
    assert len(begins) > 4


def test_a_busy_user_comes_to_the_next_thing_after_a_break() -> None:
    moments, _ = lived(life(happening("figs", NOON), happening("chess", NOON + 1)))
    assert begun(sessions(moments)["chess"]) == NOON + TURNS + 30


def test_what_waited_for_the_morning_is_taken_up_most_pressing_first() -> None:
    """News comes before the domains; among equals the one asked for first."""
    late, later = happening("late", 23 * HOUR), happening("later", 23 * HOUR + 1)
    cooking = script("cooking", "bread", gap=1, starts_at=22 * HOUR + 30)
    moments, _ = lived(life(later, late, domains=(cooking,)))
    assert list(sessions(moments)) == ["late", "later", "bread"]


def test_sessions_are_numbered_as_they_are_held() -> None:
    moments, _ = lived(life(*[happening(f"h{day}", day * DAY + NOON) for day in range(12)]))
    ids = [moment.session.id for moment in sessions(moments).values()]
    assert ids == [f"s{number:04d}" for number in range(1, 13)]


def test_every_session_has_a_voice_of_its_own_that_others_do_not_disturb() -> None:
    what = [happening(f"h{day}", day * DAY + NOON) for day in range(6)]
    all_six, last_three = (sessions(lived(life(*some))[0]) for some in (what, what[3:]))
    replies = {name: held.session.turns[1].text for name, held in all_six.items()}
    assert len(set(replies.values())) > 1
    for name, held in last_three.items():
        assert held.session.turns[1].text == replies[name]


# --- the end of the life


def test_the_last_checkpoint_is_the_very_last_moment() -> None:
    what = life(happening("figs", NOON), happening("chess", 2 * DAY + NOON))
    dates = (NOON + TURNS, 2 * DAY + NOON + 24)  # the first in the minute in which a session ends
    moments, _ = lived(replace(what, checkpoints=dates))
    kinds = [type(moment).__name__ for moment in moments]
    assert kinds == ["SessionHeld", "CheckpointReached"] * 2
    reached = [moment for moment in moments if isinstance(moment, CheckpointReached)]
    assert [(moment.number, moment.last) for moment in reached] == [(1, False), (2, True)]
    assert moments[0].at == moments[1].at == NOON + TURNS


def test_a_session_that_might_end_after_the_horizon_is_not_held() -> None:
    """At most 12 messages and 12 replies: 24 minutes must be left."""
    for minutes, count in ((24, 1), (23, 0)):
        what = life(happening("figs", NOON), checkpoints=(NOON + minutes,))
        cast = Cast()
        moments, living = lived(what, cast)
        assert len(sessions(moments)) == count
        assert living.cut == ("gold:plan/figs",) * (1 - count)
        assert bool(list(cast.book.lines())) == bool(count), "a dialogue was made for nothing"


def test_what_the_horizon_cut_off_is_counted_wherever_it_was() -> None:
    waiting = happening("waiting", 9 * DAY + 23 * HOUR)
    never_due = happening("never_due", 50 * DAY)
    cooking = script("cooking", "bread", "soup", "stew", gap=6 * DAY)
    after = Shift(60 * DAY, "x", ("cooking",), (script("garden", "figs"),))
    what = life(waiting, never_due, days=10, domains=(cooking,), shifts=(after,))
    moments, living = lived(what)
    held = set(sessions(moments))
    assert {"bread", "stew"} >= held
    assert set(living.cut) == {
        f"gold:plan/{name}"
        for name in {"bread", "soup", "stew", "waiting", "never_due", "figs"} - held
    }
    assert living.dropped == ()


def test_a_life_without_anything_reaches_its_checkpoints() -> None:
    moments, living = lived(life(checkpoints=(DAY, 2 * DAY)))
    assert [moment.at for moment in moments] == [DAY, 2 * DAY]
    assert living.cut == ()


def test_a_life_is_lived_once() -> None:
    living = live(life(), Cast())
    list(living)
    with pytest.raises(Misuse, match="life 'ada' was lived already"):
        iter(living)


def test_moments_are_made_as_they_are_asked_for() -> None:
    cast = Cast()
    moments = iter(live(life(*[happening(f"h{day}", day * DAY) for day in range(9)]), cast))
    assert list(cast.book.lines()) == []
    next(moments)
    (calls,) = [line.calls for line in cast.book.lines() if line.role == "assistant"]
    assert calls == TURNS / 2


# --- domains


def test_a_domain_keeps_its_gaps_from_the_end_of_the_last_session() -> None:
    names = [f"n{number}" for number in range(20)]
    what = life(domains=(script("cooking", *names, gap=5 * DAY),), days=200)
    held = list(sessions(lived(what)[0]).values())
    gaps = [after.at - before.at for before, after in pairwise(held)]
    night = 10 * HOUR
    assert all(2.5 * DAY <= gap <= 7.5 * DAY + night + TURNS for gap in gaps)
    assert begun(held[0]) <= 5 * DAY + night
    assert len({gap // HOUR for gap in gaps}) > 5


def test_projects_come_in_order_and_not_before_their_date() -> None:
    projects = (
        Project("p1", "Bread", (plan("dough"), plan("oven")), not_before=20 * DAY),
        Project("p2", "Soup", (plan("stock"), plan("salt")), not_before=60 * DAY),
    )
    cooking = DomainScript("cooking", True, "high", projects, mean_gap=2 * DAY)
    held = sessions(lived(life(domains=(cooking,)))[0])
    assert list(held) == ["dough", "oven", "stock", "salt"]
    assert begun(held["dough"]) >= 20 * DAY
    assert begun(held["oven"]) < 30 * DAY
    assert begun(held["stock"]) >= 60 * DAY


def test_a_domain_starts_when_it_starts() -> None:
    what = life(domains=(script("cooking", "bread", gap=DAY, starts_at=50 * DAY),))
    assert 50 * DAY <= begun(sessions(lived(what)[0])["bread"]) <= 52 * DAY


def test_ongoing_states_end_with_the_last_session_of_their_project() -> None:
    dough, oven = fact("dough", "ongoing_state"), fact("oven", "ongoing_state")
    for_good = fact("allergy", "user_profile")
    first, last = plan("one", dough, for_good), plan("two", oven)
    cooking = DomainScript("cooking", True, "high", (Project("p", "Bread", (first, last)),))
    moments, living = lived(life(domains=(cooking,)))
    held = sessions(moments)
    assert held["one"].ended == ()
    assert held["two"].ended == ("gold:dough", "gold:oven")
    assert living.ledger.ends == dict.fromkeys(("gold:dough", "gold:oven"), held["two"].at)
    assert living.ledger.facts["gold:dough"].holds_until == held["two"].at
    assert living.ledger.facts["gold:allergy"].holds_until is None


def test_a_project_cut_off_by_the_horizon_never_ends() -> None:
    events = (plan("one", fact("dough", "ongoing_state")), plan("two", fact("oven")))
    project = Project("p", "Bread", events)
    cooking = DomainScript("cooking", True, "high", (project,), mean_gap=30 * DAY)
    moments, living = lived(life(domains=(cooking,), days=40))
    assert list(sessions(moments)) == ["one"]
    assert living.ledger.ends == {}


# --- the world


def test_a_change_is_true_when_due_and_told_later() -> None:
    old = happening("brask", DAY)
    new = happening("odvik", 10 * DAY, "change", lag=3 * DAY + NOON, ends=("gold:brask",))
    moments, living = lived(life(old, new))
    change = next(moment for moment in moments if isinstance(moment, UpstreamChange))
    told = sessions(moments)["odvik"]
    assert (change.at, change.happening) == (10 * DAY, new)
    assert (begun(told), told.happening) == (13 * DAY + NOON, new)
    facts = living.ledger.facts
    assert (facts["gold:odvik"].holds_from, facts["gold:brask"].holds_until) == (10 * DAY, 10 * DAY)
    assert told.ended == ("gold:brask",)
    assert living.ledger.ends == {"gold:brask": told.at}


@pytest.mark.parametrize("kind", ["introduction", "change", "update", "deletion"])
def test_only_what_alters_something_is_an_upstream_change(kind: HappeningKind) -> None:
    moments, _ = lived(life(happening("figs", DAY, kind)))
    upstream = [moment for moment in moments if isinstance(moment, UpstreamChange)]
    assert len(upstream) == (kind in ("change", "update"))


def test_happenings_come_by_date_however_they_are_listed() -> None:
    moments, _ = lived(life(happening("second", 2 * DAY + NOON), happening("first", DAY + NOON)))
    assert list(sessions(moments)) == ["first", "second"]


def test_deletion_is_asked_right_after_its_session() -> None:
    secret = happening("secret", DAY)
    forget = happening("forget", 3 * DAY, "deletion", ends=("gold:secret",))
    moments, living = lived(life(secret, forget))
    at = next(number for number, moment in enumerate(moments) if isinstance(moment, DeletionAsked))
    asked, held = moments[at], moments[at - 1]
    assert isinstance(asked, DeletionAsked)
    assert isinstance(held, SessionHeld)
    assert (asked.session_id, asked.at, asked.happening) == (held.session.id, held.at, forget)
    assert living.ledger.ends == {"gold:secret": held.at}


def test_what_was_not_brought_out_ends_nothing_and_asks_for_nothing() -> None:
    secret = happening("secret", DAY)
    forget = happening("forget", 3 * DAY, "deletion", ends=("gold:secret",))
    moments, living = lived(life(secret, forget), Cast(default=Mute("It is forget")))
    held = sessions(moments)["forget"]
    assert (held.end_reason, held.untold, held.ended) == ("gave_up", ("gold:forget",), ())
    assert not [moment for moment in moments if isinstance(moment, DeletionAsked)]
    assert living.ledger.ends == {}


def test_a_fact_of_a_happening_is_entered_once_and_with_its_due_date() -> None:
    home = fact("brask")
    first = happening("brask", DAY)
    again = happening("again", 5 * DAY, plan=plan("again", home, fact("odvik")), facts=())
    moments, living = lived(life(first, again))
    ledger = living.ledger
    assert ledger.facts["gold:brask"].holds_from == DAY
    assert ledger.facts["gold:odvik"].holds_from == begun(sessions(moments)["again"])
    assert [telling.session_id for telling in ledger.tellings["gold:brask"]] == ["s0001", "s0002"]


def test_the_ledger_keeps_up_with_the_moment_handed_out() -> None:
    living = live(life(happening("figs", DAY), happening("chess", 2 * DAY)), Cast())
    for moment in living:
        told = {fact.id for fact in living.ledger.told(by=moment.at)}
        if isinstance(moment, SessionHeld):
            assert {telling.fact_id for telling in moment.tellings} <= told
            assert len(told) == int(moment.session.id[1:])


# --- shifts


def test_a_shift_ends_some_domains_and_begins_others() -> None:
    names = [f"c{number}" for number in range(30)]
    garden = script("garden", "figs", "moss", gap=3 * DAY)
    change = Shift(50 * DAY, "A move.", ("cooking",), (garden,))
    cooking, travel = script("cooking", *names, gap=3 * DAY), script("travel", "rail", gap=70 * DAY)
    moments, living = lived(life(domains=(cooking, travel), shifts=(change,)))
    shift = next(moment for moment in moments if isinstance(moment, ProfileShift))
    assert (shift.at, shift.shift, shift.ended) == (50 * DAY, change, ())
    held = sessions(moments)
    spoken = [name for name in held if name in names]
    assert spoken == names[: len(spoken)]
    assert all(held[name].at < 50 * DAY for name in spoken)
    assert begun(held["figs"]) >= 50 * DAY
    assert living.dropped == tuple(f"gold:plan/{name}" for name in names[len(spoken) :])
    assert living.cut == ()


def test_what_an_ended_domain_had_asked_for_is_withdrawn() -> None:
    """Asked for at night, the shift at midnight: in the morning nobody speaks of it."""
    cooking = script("cooking", "bread", gap=1, starts_at=23 * HOUR)
    change = Shift(DAY, "x", ("cooking",), (script("cooking", "soup", gap=1),))
    moments, living = lived(life(domains=(cooking,), shifts=(change,)))
    assert list(sessions(moments)) == ["soup"]
    assert living.dropped == ("gold:plan/bread",)


def test_what_is_withdrawn_in_the_minute_it_is_taken_up_is_not_held() -> None:
    """The user wakes at eight, and in that very minute the domain ends."""
    cooking = script("cooking", "bread", gap=1, starts_at=7 * HOUR)
    for at in (8 * HOUR - 1, 8 * HOUR):
        change = Shift(at, "x", ("cooking",))
        moments, living = lived(life(domains=(cooking,), shifts=(change,)))
        assert list(sessions(moments)) == []
        assert living.dropped == ("gold:plan/bread",)


def test_a_shift_lets_the_user_finish_talking() -> None:
    cooking = script("cooking", "bread", "soup", gap=1, starts_at=NOON)
    (bread,) = list(
        sessions(
            lived(life(domains=(script("cooking", "bread", gap=1, starts_at=NOON),)))[0]
        ).values()
    )
    change = Shift(begun(bread) + 1, "x", ("cooking",))
    moments, _ = lived(life(domains=(cooking,), shifts=(change,)))
    kinds = [type(moment).__name__ for moment in moments]
    assert kinds == ["SessionHeld", "ProfileShift", "CheckpointReached"]
    assert moments[0].at == moments[1].at == bread.at


def test_a_shift_ends_the_ongoing_states_of_the_projects_it_interrupts() -> None:
    done = Project("p1", "Tea", (plan("tea", fact("kettle", "ongoing_state")),))
    events = [plan(f"e{number}", fact(f"f{number}", "ongoing_state")) for number in range(9)]
    cooking = DomainScript(
        "cooking", True, "high", (done, Project("p2", "Bread", tuple(events))), mean_gap=10 * DAY
    )
    moments, living = lived(life(domains=(cooking,), shifts=(Shift(50 * DAY, "x", ("cooking",)),)))
    shift = next(moment for moment in moments if isinstance(moment, ProfileShift))
    held = sessions(moments)
    told = [f"gold:f{name[1:]}" for name in held if name.startswith("e")]
    assert told
    assert held["tea"].ended == ("gold:kettle",)
    assert shift.ended == tuple(told)
    assert {living.ledger.ends[fact_id] for fact_id in told} == {50 * DAY}


def test_a_domain_of_the_same_name_begins_with_a_stream_of_its_own() -> None:
    names = [f"n{number}" for number in range(8)]
    before = script("cooking", *names, gap=3 * DAY)
    after = replace(
        before, one_offs=tuple(plan(f"later_{name}", domain="cooking") for name in names)
    )
    change = Shift(50 * DAY, "x", ("cooking",), (after,), demoted=("cooking",))
    held = sessions(lived(life(domains=(before,), shifts=(change,)))[0])
    first = [begun(held[name]) for name in names if name in held]
    second = [begun(held[f"later_{name}"]) - 50 * DAY for name in names]
    assert first != second[: len(first)]


# --- on-policy, and a cast that fails


def test_the_assistants_memory_is_asked_while_the_clock_stands_still() -> None:
    seen: list[tuple[str, int]] = []
    handed_out: list[str] = []

    def recall(query: str, at: datetime) -> tuple[Memory, ...]:
        seen.append((query, len(handed_out)))
        return ()

    what = life(happening("figs", NOON), happening("chess", DAY))
    for moment in live(what, Cast(), recall=recall):
        handed_out += [type(moment).__name__]
    assert [held for _, held in seen] == [0] * 3 + [1] * 3
    assert [query for query, _ in seen][1::3] == ["It is figs.", "It is chess."]


def test_a_cast_that_fails_ends_the_life_with_its_own_error() -> None:
    class Broken(Exception):
        def __init__(self, role: str, why: str) -> None:
            super().__init__(f"{role}: {why}")

    def fail(*_: Any) -> Any:
        raise Broken("user", "hoarse")

    fails: Callable[..., Any] = type("Hoarse", (), {"name": "hoarse", "play": fail})
    with pytest.raises(Broken, match="user: hoarse"):
        lived(life(happening("figs", NOON)), Cast(default=fails()))


# -- gradual shifts


def fading(gap: Minutes = 2 * DAY, days: int = 100) -> Life:
    """Cooking fades from day 20 to day 60 while chess grows; both have sessions in plenty."""
    old = script("cooking", *[f"dish {n}" for n in range(60)], gap=gap)
    new = script("chess", *[f"game {n}" for n in range(60)], gap=gap, starts_at=20 * DAY)
    span = (20 * DAY, 60 * DAY)
    change = Shift(
        20 * DAY, "x", starts=(replace(new, grows=span),), demoted=("cooking",),
        joined=("chess",), fades=("cooking",),
    )  # fmt: skip
    return life(days=days, domains=(replace(old, fades=span),), shifts=(change,))


def test_a_fading_domain_goes_on_ever_more_rarely_and_then_is_over() -> None:
    moments, living = lived(fading())
    held = [m for m in moments if isinstance(m, SessionHeld) and m.plan.domain == "cooking"]
    days = [begun(m) // DAY for m in held]
    before, during = sum(d < 20 for d in days), sum(20 <= d < 60 for d in days)
    assert before >= 8
    assert 4 <= during < 2 * before  # about half of twice as long a time, less what comes late
    assert max(days) <= 60
    assert living.dropped


def test_what_grows_comes_more_often_in_the_end_than_at_first() -> None:
    moments, _ = lived(fading())
    days = [
        begun(m) // DAY for m in moments if isinstance(m, SessionHeld) and m.plan.domain == "chess"
    ]
    assert min(days) >= 20
    assert sum(d < 40 for d in days) < sum(60 <= d < 80 for d in days)


def test_a_domain_in_fades_must_be_running() -> None:
    wrong = replace(fading(), shifts=(Shift(20 * DAY, "x", fades=("knitting",)),))
    with pytest.raises(UnknownName, match="knitting"):
        lived(wrong)


# -- anchor events


def told_of(*names: str, domain: str, gap: Minutes = 3 * DAY) -> tuple[Response, ...]:
    plans = [plan(name, domain=domain) for name in names]
    return tuple(Response(plan, gap * (n + 1)) for n, plan in enumerate(plans))


def test_an_anchor_brings_up_its_domains_after_its_date_each_in_order() -> None:
    cooking, chess = script("cooking", gap=DAY), script("chess", gap=DAY)
    rows = (told_of("cake", "cream", domain="cooking"), told_of("prize", domain="chess"))
    what = life(days=60, domains=(cooking, chess), anchors=(Anchor(20 * DAY, "A wedding.", rows),))
    held = [m for m in lived(what)[0] if isinstance(m, SessionHeld)]
    days = {m.plan.id: begun(m) // DAY for m in held}
    assert sorted(days) == sorted(r.plan.id for row in rows for r in row)
    first, second = (days[r.plan.id] for r in rows[0])
    assert 23 <= first <= second
    assert second >= 26


def test_an_anchor_says_nothing_in_a_domain_that_has_ended() -> None:
    rows = (told_of("cake", domain="cooking"),)
    gone = Shift(10 * DAY, "x", ends=("cooking",))
    what = life(
        days=60, domains=(script("cooking", gap=DAY),), shifts=(gone,),
        anchors=(Anchor(20 * DAY, "A wedding.", rows),),
    )  # fmt: skip
    moments, living = lived(what)
    assert not [m for m in moments if isinstance(m, SessionHeld)]
    assert rows[0][0].plan.id in living.dropped
