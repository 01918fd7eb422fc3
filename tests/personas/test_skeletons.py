"""Skeletons without a shift: scale, texts, ids."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

import personas
from personas.domains.pack import DomainPack
from personas.domains.small_talk import small_talk
from personas.persona import AgentUseProfile, DomainUse, Persona
from personas.sheets import parse
from personas.skeletons import Skeleton, SkeletonOptions, skeleton
from personas.skeletons.one_offs import OneOffWriter
from personas.skeletons.projects import ProjectWriter
from personas.skeletons.skeleton import plans_of
from personas.skeletons.stays import mean_gap, phases, scaled, spaced
from sim.clock import DAY, Calendar
from sim.errors import BadData, UnknownName
from sim.facts import GOLD_MARK
from sim.plans import DomainScript, Frequency, Reveal, SessionPlan
from sim.seeds import stream
from sim.wording import unframed
from sim.wording.parts import parts


def one_domain(domain: str, *, long: bool, frequency: Frequency, pack: str = "") -> Persona:
    use = DomainUse(domain=domain, long_horizon=long, frequency=frequency, reason="r", pack=pack)
    return Persona(
        id="solo",
        name="Solo",
        age=30,
        place="p",
        background="b",
        profile=AgentUseProfile(uses=(use,)),
    )


def only_script(
    calendar: Calendar, months: int, *, long: bool, frequency: Frequency, seed: int = 1
) -> DomainScript:
    person = one_domain("recipes", long=long, frequency=frequency)
    written = skeleton(
        person, calendar=calendar, horizon=calendar.month(months), seed_path=(seed, "l")
    )
    (script,) = written.domains
    return script


def life(name: str, calendar: Calendar, months: int, seed: int = 1) -> Skeleton:
    return skeleton(
        personas.load(name),
        calendar=calendar,
        horizon=calendar.month(months),
        seed_path=(seed, "life", name),
    )


# --- scale (PerMem-Bench, Appendix A.3.1)


@pytest.mark.parametrize(
    ("frequency", "projects", "fewest", "most"),
    [("high", 5, 3, 5), ("mid", 3, 2, 4), ("low", 2, 2, 3)],
)
@pytest.mark.parametrize("months", [12, 18, 24])
def test_the_scale_of_the_paper_holds_from_a_year_on(
    calendar: Calendar, months: int, frequency: Frequency, projects: int, fewest: int, most: int
) -> None:
    for seed in range(5):
        script = only_script(calendar, months, long=True, frequency=frequency, seed=seed)
        assert len(script.projects) == projects
        assert all(fewest <= len(project.events) <= most for project in script.projects)


@pytest.mark.parametrize(
    ("frequency", "months", "projects"),
    [("high", 10, 4), ("high", 6, 2), ("high", 1, 1), ("mid", 9, 2), ("mid", 6, 1), ("low", 3, 1)],
)
def test_below_a_year_projects_shrink_in_proportion(
    calendar: Calendar, frequency: Frequency, months: int, projects: int
) -> None:
    script = only_script(calendar, months, long=True, frequency=frequency)
    # six months from January are 181 days: 5 x 181 / 365 = 2.48, 3 x 181 / 365 = 1.49
    assert len(script.projects) == projects


@pytest.mark.parametrize(("frequency", "days"), [("high", 18), ("mid", 30), ("low", 60)])
def test_one_offs_are_spaced_by_frequency(
    calendar: Calendar, frequency: Frequency, days: int
) -> None:
    script = only_script(calendar, 12, long=False, frequency=frequency)
    assert len(script.one_offs) == 365 // days
    assert script.projects == ()
    assert days * 0.85 < script.mean_gap / DAY <= days


def test_all_sessions_have_room_in_the_horizon(calendar: Calendar) -> None:
    for script in life("odalys_brandt", calendar, 6).domains:
        sessions = sum(1 for _ in plans_of(script))
        assert sessions * script.mean_gap < calendar.month(6)
        assert (sessions + 1) * script.mean_gap == pytest.approx(calendar.month(6), abs=1000)


@pytest.mark.parametrize("name", personas.names())
def test_four_domains_make_about_a_session_a_week(calendar: Calendar, name: str) -> None:
    for months in (6, 12):
        sessions = sum(1 for _ in life(name, calendar, months).plans())
        assert 3 <= sessions / months <= 7


def test_about_half_of_all_sessions_belong_to_projects(calendar: Calendar) -> None:
    """PerMem-Bench balances domains of both kinds; gates would have nothing to do without."""
    plans = [plan for person in personas.names() for plan in life(person, calendar, 24).plans()]
    assert 0.4 < sum(plan.long_horizon for plan in plans) / len(plans) < 0.55


def test_helpers_of_scale() -> None:
    assert scaled(2, 10, 1000) == 1
    assert spaced(100, 101) == 1
    assert mean_gap(0, 5) == 1
    assert phases(10, 20, (5, 10, 15, 20, 30)) == ((10, 15), (15, 20))


def test_options_change_the_scale(calendar: Calendar) -> None:
    options = SkeletonOptions.model_validate(
        {
            "projects": {"high": 1, "mid": 1, "low": 1},
            "events": {"high": (2, 2), "mid": (2, 2), "low": (2, 2)},
            "spacing_days": {"high": 30, "mid": 30, "low": 30},
        }
    )
    written = skeleton(
        personas.load("nuria_valdaz"),
        calendar=calendar,
        horizon=calendar.month(12),
        seed_path=(1,),
        options=options,
    )
    recipes, home, travel, finance = written.domains
    assert [len(project.events) for project in (*recipes.projects, *home.projects)] == [2, 2]
    assert len(travel.one_offs) == len(finance.one_offs) == 12


def test_unknown_options_are_refused() -> None:
    with pytest.raises(ValueError, match="Extra inputs"):
        SkeletonOptions.model_validate({"project": {}})


def test_stable_facts_can_be_switched_off_or_forced(calendar: Calendar) -> None:
    def kinds(share: float) -> list[str]:
        written = skeleton(
            one_domain("home", long=True, frequency="high"),
            calendar=calendar,
            horizon=calendar.month(12),
            seed_path=(1,),
            options=SkeletonOptions(stable_fact_share=share),
        )
        return [fact.kind for fact in written.facts()]

    assert "user_profile" not in kinds(0.0)
    assert kinds(1.0).count("user_profile") == len(personas.domains.load("home").profile_facts)


# --- what a script looks like


def test_ids_name_the_place_and_carry_the_mark(calendar: Calendar) -> None:
    script = only_script(calendar, 12, long=True, frequency="high")
    first = script.projects[0]
    assert first.id.startswith("gold:project/recipes/1_")
    slug = first.id.removeprefix("gold:project/")
    assert first.events[0].id == f"gold:plan/{slug}/1"
    (fact, *_) = [r.fact for r in first.events[0].reveals if r.fact.kind == "ongoing_state"]
    assert fact.id == f"gold:fact/{slug}/1/{fact.attribute}"
    one_off = only_script(calendar, 12, long=False, frequency="low").one_offs[2]
    assert one_off.id == "gold:plan/recipes/one_off/3"


@pytest.mark.parametrize("name", personas.names())
def test_every_id_occurs_once_and_is_gold(calendar: Calendar, name: str) -> None:
    written = life(name, calendar, 12)
    ids = [plan.id for plan in written.plans()]
    ids += [fact.id for fact in written.facts()]
    ids += [project.id for script in written.scripts() for project in script.projects]
    assert len(set(ids)) == len(ids)
    assert all(name.startswith(GOLD_MARK) for name in ids)


def test_sessions_of_projects_are_worth_remembering_and_one_offs_are_not(
    calendar: Calendar,
) -> None:
    for script in life("nuria_valdaz", calendar, 6).domains:
        for plan in plans_of(script):
            assert plan.long_horizon == script.long_horizon == bool(plan.reveals)
            assert bool(plan.project) == script.long_horizon
            assert plan.domain == script.name
            assert plan.topic
            assert plan.closing


def test_facts_say_where_they_come_from(calendar: Calendar) -> None:
    for plan in life("tobiah_renner", calendar, 12).plans():
        for reveal in plan.reveals:
            fact = reveal.fact
            assert fact.subject == "tobiah_renner"
            assert fact.domain == plan.domain
            if fact.kind == "ongoing_state":
                assert (fact.project, fact.expression) == (plan.project, "explicit")
            else:
                assert (fact.kind, fact.expression) == ("user_profile", "incidental")
                assert fact.project == ""


def test_a_session_has_one_to_three_reveals_with_one_or_two_follow_ups(
    calendar: Calendar,
) -> None:
    counts = set()
    for plan in life("emeric_thorne", calendar, 24).plans():
        if plan.long_horizon:
            counts.add(len(plan.reveals))
            assert any(reveal.fact.kind == "ongoing_state" for reveal in plan.reveals)
            assert all(1 <= asked_after(reveal) <= 3 for reveal in plan.reveals)
        else:
            assert 1 <= len(plan.follow_ups) <= 7
            assert plan.min_turns == 2 + len(plan.follow_ups)
    assert counts == {1, 2, 3}


def asked_after(reveal: Reveal) -> int:
    """Questions that follow a fact; the first may stand in the message of the fact itself."""
    return len(reveal.follow_ups) + reveal.utterance.endswith("?")


def stated(plan: SessionPlan) -> list[str]:
    """What is said between opening and closing that is no mere question."""
    said = [*(r.utterance for r in plan.reveals), *plan.follow_ups]
    return [text for text in said if ". " in text or not text.endswith("?")]


def test_length_does_not_tell_one_offs_from_sessions_of_projects() -> None:
    """Messages between opening and closing, on average over a library of lives."""
    calendar = Calendar(datetime(2031, 1, 6))
    lengths: dict[bool, list[int]] = {True: [], False: []}
    for name in personas.names():
        for plan in life(name, calendar, 24).plans():
            told = sum(1 + len(reveal.follow_ups) for reveal in plan.reveals)
            lengths[plan.long_horizon].append(told + len(plan.follow_ups))
    means = {long: sum(each) / len(each) for long, each in lengths.items()}
    assert means[True] == pytest.approx(means[False], rel=0.3)


def tells(text: str, remark: str) -> bool:
    """Whether a message holds a remark, framed or bare."""
    return remark.rstrip(".").casefold() in text.casefold()


def test_half_of_all_one_offs_state_something_too() -> None:
    calendar = Calendar(datetime(2031, 1, 6))
    remarks = personas.domains.load("recipes").remarks
    plans = [
        plan
        for seed in range(10)
        for plan in only_script(calendar, 24, long=False, frequency="high", seed=seed).one_offs
    ]
    counts = [
        sum(tells(text, remark) for text in plan.follow_ups for remark in remarks) for plan in plans
    ]
    assert set(counts) == {0, 1, 2}
    assert 0.45 < sum(count > 0 for count in counts) / len(counts) < 0.55
    assert all((not count) or stated(plan) for count, plan in zip(counts, plans, strict=True))


def test_remarks_can_be_switched_off_or_forced(pack_text: str) -> None:
    said = pack_text + 'remarks: ["The tide is going out.", "I lost an oar just now."]\n'
    pack = parse(said, DomainPack, where="sailing.yaml")

    def remarks(share: float) -> int:
        options = SkeletonOptions(remark_share=share)
        plans = OneOffWriter(pack, stream(3), options).write(20)
        return sum(
            any(tells(text, r) for text in p.follow_ups for r in pack.remarks) for p in plans
        )

    assert (remarks(0.0), remarks(1.0)) == (0, 20)


def test_a_one_off_makes_its_own_remarks_first(pack_text: str) -> None:
    own = '  - topic: tides\n    remarks: "It is spring tide today."\n'
    said = pack_text.replace("  - topic: tides\n", own) + 'remarks: ["The tide is out."]\n'
    pack = parse(said, DomainPack, where="sailing.yaml")
    plans = OneOffWriter(pack, stream(3), SkeletonOptions(remark_share=1.0)).write(30)
    for plan in plans:
        assert any("spring tide today" in text for text in plan.follow_ups) == (
            plan.topic == "tides"
        )


def test_some_sessions_of_projects_are_mostly_questions(calendar: Calendar) -> None:
    def sessions(share: float) -> list[SessionPlan]:
        options = SkeletonOptions(asking_share=share)
        person = one_domain("home", long=True, frequency="high")
        return list(skeleton(
            person, calendar=calendar, horizon=calendar.month(24), seed_path=(1,), options=options
        ).plans())  # fmt: skip

    assert not any(plan.follow_ups for plan in sessions(0.0))
    for plan in sessions(1.0):
        assert len(plan.reveals) == len(plan.follow_ups) == 1
        assert 2 <= asked_after(plan.reveals[0]) <= 3


def test_an_event_knows_what_was_settled_before_it(calendar: Calendar) -> None:
    script = only_script(calendar, 12, long=True, frequency="high")
    for project in script.projects:
        assert project.events[0].earlier == ""
        settled: list[str] = []
        for plan in project.events:
            assert all(value in plan.earlier for value in settled)
            assert plan.earlier == "" or plan.earlier.startswith(f"{project.title}, so far: ")
            decided = [r.fact for r in plan.reveals if r.fact.kind == "ongoing_state"]
            assert not any(value in plan.earlier for fact in decided for value in fact.values)
            settled += [value for fact in decided for value in fact.values]


def test_runs_of_one_archetype_differ_in_theme(calendar: Calendar) -> None:
    script = only_script(calendar, 12, long=True, frequency="high")
    titles = [project.title for project in script.projects]
    assert len(set(titles)) == len(titles) == 5


def test_no_one_off_comes_again_before_all_have_come(calendar: Calendar) -> None:
    script = only_script(calendar, 12, long=False, frequency="high")
    count = len(personas.domains.load("recipes").one_offs)
    topics = [plan.topic for plan in script.one_offs]
    for start in range(0, len(topics) - count, count):
        assert len(set(topics[start : start + count])) == count


# --- the small pack of the tests: what is written to the letter


def written_by(pack: DomainPack, count: int, frequency: Frequency = "mid") -> ProjectWriter:
    options = SkeletonOptions(stable_fact_share=0.0, greeting_share=0.0, asking_share=0.0)
    return ProjectWriter("ann", pack, frequency, stream(5, "w"), options)


def test_themes_run_through_titles_openings_and_wordings(pack: DomainPack) -> None:
    projects = written_by(pack, 4).write(4)
    cruises = [p for p in projects if p.title.startswith("A cruise")]
    assert {p.title for p in cruises} == {
        "A cruise to the outer skerries",
        "A cruise to the long fjord",
    }
    for project in cruises:
        theme = project.title.removeprefix("A cruise to ")
        asked = f"Which boat do I take to {theme}?"
        assert unframed(project.events[0].opening, [asked]) == asked
        hulls = [r for r in project.events[0].reveals if r.fact.attribute == "hull"]
        for reveal in hulls:
            said = f"Then I will take {reveal.fact.values[0]} to {theme}."
            own = {f"Will she carry three to {theme}?", "Is she dry inside?"}
            asked = reveal.utterance.removeprefix(said).strip()
            assert reveal.utterance.startswith(said)
            assert all(unframed(text, own) for text in (asked, *reveal.follow_ups) if text)


def test_a_topic_defaults_to_the_title(pack: DomainPack) -> None:
    topics = {p.title: p.events[0].topic for p in written_by(pack, 4).write(4)}
    assert topics["Refitting the boat"] == "refit"
    assert topics["A cruise to the long fjord"] == "A cruise to the long fjord"


def test_further_needles_are_kept(pack: DomainPack) -> None:
    projects = written_by(pack, 4, "high").write(4)
    reveals = [r for p in projects for plan in p.events for r in plan.reveals]
    (course, *_) = [reveal for reveal in reveals if reveal.fact.attribute == "course"]
    assert course.fact.needles == (course.fact.values[0], "course")
    assert course.utterance[0].isupper()
    assert course.fact.is_carried_by(course.utterance)


def test_a_pack_that_is_used_up_writes_less_and_repeats_nothing(pack: DomainPack) -> None:
    projects = written_by(pack, 40, "high").write(40)
    values = [
        value
        for project in projects
        for plan in project.events
        for reveal in plan.reveals
        for value in reveal.fact.values
    ]
    assert len(set(values)) == len(values)
    assert 2 <= len(projects) < 40
    assert all(len(project.events) >= 2 for project in projects)


def test_a_project_begins_with_its_first_event(pack: DomainPack) -> None:
    for project in written_by(pack, 4, "low").write(4):
        opening = project.events[0].opening
        assert "hich boat" in opening or "hat paint does she need" in opening


def test_the_first_session_of_a_life_may_begin_with_a_greeting(calendar: Calendar) -> None:
    def greeted(share: float) -> int:
        written = skeleton(
            one_domain("home", long=False, frequency="high"),
            calendar=calendar,
            horizon=calendar.month(12),
            seed_path=(1,),
            options=SkeletonOptions(greeting_share=share),
        )
        hello = tuple(f"{text}," for text in parts().greeting.hello)
        hello = (*hello, *small_talk().greetings)
        return sum(plan.opening.startswith(hello) for plan in written.plans())

    assert greeted(0.0) == 0
    assert greeted(1.0) == 365 // 18


# --- what cannot be written


def test_a_domain_without_a_pack_is_named(calendar: Calendar) -> None:
    with pytest.raises(UnknownName, match="no domain pack is called 'knitting'"):
        skeleton(
            one_domain("knitting", long=True, frequency="low"),
            calendar=calendar,
            horizon=calendar.month(6),
            seed_path=(1,),
        )


@pytest.mark.parametrize(("long", "part"), [(True, "projects"), (False, "one_offs")])
def test_a_pack_that_lacks_what_is_needed_is_named(
    calendar: Calendar, tmp_path: Path, long: bool, part: str
) -> None:
    path = tmp_path / "bare.yaml"
    path.write_text("domain: bare\n", encoding="utf-8")
    with pytest.raises(BadData, match=f"domain pack 'bare': it has no {part}"):
        skeleton(
            one_domain("bare", long=long, frequency="low", pack=str(path)),
            calendar=calendar,
            horizon=calendar.month(6),
            seed_path=(1,),
        )


def test_packs_that_share_a_value_cannot_be_in_one_life(
    calendar: Calendar, tmp_path: Path, pack_text: str, persona_text: str
) -> None:
    value = personas.domains.load("recipes").profile_facts[0].values[0]
    (tmp_path / "sailing.yaml").write_text(pack_text.replace("pea green", value), encoding="utf-8")
    path = tmp_path / "mona.yaml"
    text = persona_text.replace("domain: travel,", "domain: sailing, pack: sailing.yaml,")
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadData, match="domain packs 'recipes' and 'sailing'"):
        skeleton(personas.load(path), calendar=calendar, horizon=calendar.month(6), seed_path=(1,))


def test_a_pack_with_a_clash_of_its_own_cannot_be_used(
    calendar: Calendar, tmp_path: Path, pack_text: str
) -> None:
    path = tmp_path / "sailing.yaml"
    path.write_text(pack_text.replace("pea green", "corduroy"), encoding="utf-8")
    with pytest.raises(BadData, match=r"domain pack 'sailing', projects\.refit\.paint\.paint"):
        skeleton(
            one_domain("sailing", long=True, frequency="low", pack=str(path)),
            calendar=calendar,
            horizon=calendar.month(6),
            seed_path=(1,),
        )


def test_a_life_may_begin_on_any_day() -> None:
    calendar = Calendar(datetime(2032, 2, 29))
    assert list(life("nuria_valdaz", calendar, 7).plans())
