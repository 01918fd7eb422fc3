"""The audit finds what was broken on purpose, grave things as grave, and nothing else."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

import worlds
from experiments.auditing import Auditor, Heard, audit_life, audit_session, gravest, summary
from experiments.auditing.findings import Finding
from experiments.auditing.golden import ill_formed
from experiments.lives import compose, seats
from experiments.recipe import load_recipe
from experiments.running.unit import observe
from sim.plans import Reveal
from sim.views import Turn
from worlds.storylines.voice import Voice

WORLD = worlds.load("personal_life")
EDGE = WORLD.edge("home", "commute")
START = datetime(2031, 1, 6, 9)


@pytest.fixture
def voice():
    from sim.seeds import stream

    return Voice(WORLD, stream(7, "audit"))


def heard(reveals: list[Reveal], *texts: str, untold=(), assistant: str = "I see.") -> Heard:
    """A session in which the reveals were said in these words, one a message."""
    turns: list[Turn] = []
    for text in texts:
        for speaker, said in (("user", text), ("assistant", assistant)):
            at = START + timedelta(minutes=len(turns))
            turns.append(Turn(f"s0001.{len(turns)}", speaker, said, at))
    told = tuple((reveal.fact.id, f"s0001.{2 * n}") for n, reveal in enumerate(reveals))
    return Heard("s0001", tuple(turns), told, tuple(untold))


def found(reveal: Reveal, text: str, level: int = 0, **given) -> list[tuple[str, str]]:
    session = heard([reveal], text, **given)
    auditor = Auditor(WORLD, level)
    findings = audit_session(session, {reveal.fact.id: reveal}, auditor)
    return [(each.severity, each.point) for each in findings]


def test_facts_in_the_words_of_the_world_are_fine(voice) -> None:
    rule = EDGE.rules[0]
    for reveal in (
        voice.value("home", "Harrowmere"),
        voice.dependency(EDGE),
        voice.rule(EDGE, rule),
        voice.change(("x",), "home", "Quillby Docks", 0),
        voice.request(("y",), "home", 0),
    ):
        assert found(reveal, reveal.utterance) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My part of town is lovely.", [("HIGH", "value")]),
        ("Harrowmere it is.", [("MEDIUM", "entity")]),
        ("So, Harrowmere, my part of town.", []),
    ],
)
def test_a_value_is_present_and_says_of_what(voice, text, expected) -> None:
    assert found(voice.value("home", "Harrowmere"), text) == expected


def test_a_change_in_other_words_can_be_answered_and_not_traced(voice) -> None:
    change = voice.change(("x",), "home", "Quillby Docks", 0)
    text = "Quillby Docks is what my part of town has turned out to be."
    assert found(change, text) == [("MEDIUM", "value")]


def ruled(text: str) -> str:
    rule = EDGE.rules[0]
    return text.format(t=rule.when, c=rule.then)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("If my part of town becomes {t}, my commute will be {c}.", []),
        ("If my part of town becomes {t}, my commute might be {c}.", [("MEDIUM", "conditional")]),
        ("My part of town is {t}, my commute will be {c}.", [("HIGH", "conditional")]),
        ("If my part of town becomes {t}, all will change.", [("HIGH", "conditional")]),
        ("If my part of town becomes {t}, all will change. {c} it is.", [("HIGH", "conditional")]),
        ("If it becomes {t}, my commute will be {c}.", [("MEDIUM", "entity")]),
    ],
)
def test_a_rule_stays_a_condition(voice, text, expected) -> None:
    assert found(voice.rule(EDGE, EDGE.rules[0]), ruled(text)) == expected


def test_a_rule_must_not_be_told_where_none_should_be(voice) -> None:
    rule = voice.rule(EDGE, EDGE.rules[0])
    assert found(rule, rule.utterance, level=1) == [("HIGH", "dependency")]


@pytest.mark.parametrize(
    ("level", "text", "expected"),
    [
        (0, "My commute depends on my part of town.", []),
        (1, "My commute depends on my part of town.", []),
        (1, "My commute is so because of my part of town.", [("MEDIUM", "dependency")]),
        (1, "My commute, my part of town, my life.", [("HIGH", "dependency")]),
        (1, "It all depends on my part of town.", [("HIGH", "entity")]),
        (2, "My commute is so because of my part of town.", []),
        (2, "My commute depends on my part of town.", [("MEDIUM", "dependency")]),
        (2, "My commute, my part of town, my life.", [("HIGH", "dependency")]),
        (3, "My commute depends on my part of town.", [("HIGH", "dependency")]),
    ],
)
def test_a_dependency_is_as_explicit_as_its_level(voice, level, text, expected) -> None:
    assert found(voice.dependency(EDGE), text, level) == expected


def test_what_was_not_told_is_grave_and_what_was_not_heard_is_less(voice) -> None:
    home = voice.value("home", "Harrowmere")
    reveals = {home.fact.id: home}
    silent = heard([], "Nice day.", untold=[home.fact.id])
    said = heard([], "I live in Harrowmere.", untold=[home.fact.id])
    assert gravest(audit_session(silent, reveals, Auditor(WORLD))) is not None
    (unheard,) = audit_session(said, reveals, Auditor(WORLD))
    assert (unheard.severity, unheard.turn) == ("MEDIUM", "s0001.0")


def test_a_fact_heard_in_the_assistants_turn_is_grave(voice) -> None:
    home = voice.value("home", "Harrowmere")
    session = heard([], "Hello.", assistant="So it is Harrowmere.")
    odd = Heard(session.session, session.turns, ((home.fact.id, "s0001.1"),))
    points = [(f.severity, f.point) for f in audit_session(odd, {}, Auditor(WORLD))]
    assert points == [("HIGH", "conveyed"), ("MEDIUM", "assistant")]


def test_several_facts_in_one_message_are_noted(voice) -> None:
    one, two = voice.value("home", "Harrowmere"), voice.value("employer", "Deverin Pumps")
    text = "I live in Harrowmere and I work for Deverin Pumps."
    session = heard([one], text)
    both = Heard("s0001", session.turns, (*session.told, (two.fact.id, "s0001.0")))
    found = list(audit_session(both, {r.fact.id: r for r in (one, two)}, Auditor(WORLD)))
    assert [f.severity for f in found if f.point == "conveyed"] == ["LOW"]


def test_the_assistant_may_repeat_a_value_and_not_invent_one(voice) -> None:
    home = voice.value("home", "Harrowmere")
    assert found(home, "I live in Harrowmere.", assistant="Harrowmere, good.") == []
    invented = found(home, "I live in Harrowmere.", assistant="Not Quillby Docks, then.")
    assert invented == [("MEDIUM", "assistant")]


def test_facts_of_no_world_are_looked_at_for_their_own_words(voice) -> None:
    from sim.facts import Fact

    fact = Fact("gold:f", "ann", "tea", ("green tea",), "user_profile", ("green tea",))
    reveal = Reveal(fact, "I drink green tea.")
    session = heard([reveal], "I drink something.")
    findings = list(audit_session(session, {fact.id: reveal}, Auditor()))
    assert [(f.severity, f.point) for f in findings] == [("LOW", "value")]


def recipe(level: int = 0, **lives):
    given = {"worlds": ["personal_life", "care_team"]}
    return load_recipe(
        {
            "studies": ["dependency"],
            "lives": {
                "count": 4, "episodes": given, "storyline": {"explicitness": level}, **lives
            },
            "trials": {"backend": "none"},
        }
    )  # fmt: skip


@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_scripted_episodes_pass_at_every_level(level: int) -> None:
    chosen = recipe(level)
    for seat in seats(chosen):
        life, records = compose(chosen, seat), list(observe(chosen, seat))
        world = worlds.load(life.storyline.world)
        findings = list(audit_life(life, records, world, level))
        grave = [f for f in findings if f.severity != "LOW"]
        assert grave == []
        if level == 0:
            assert findings == []


def test_gold_that_does_not_follow_is_grave() -> None:
    chosen = recipe()
    life = compose(chosen, next(seats(chosen)))
    world = worlds.load(life.storyline.world)
    facts = [r.fact for h in life.storyline.happenings for r in h.plan.reveals]
    assert not list(ill_formed(world, life.storyline.tasks, [facts], 0))
    silent = [fact for fact in facts if fact.kind not in ("change", "request")]
    found = list(ill_formed(world, life.storyline.tasks, [silent], 0))
    assert {f.severity for f in found} == {"HIGH"}
    unruled = [fact for fact in facts if fact.kind != "rule"]
    became = list(ill_formed(world, life.storyline.tasks, [unruled], 0))
    assert {(f.severity, f.what) for f in became} == {("MEDIUM", "absence instead of cascade")}


def test_a_life_with_several_changes_is_sound_though_they_meet_in_an_entity() -> None:
    several = {"count": 12, "months": 12, "personas": {"sample": 12}, "world": "personal_life"}
    chosen = load_recipe(
        {
            "seed": 11,
            "studies": ["dependency"],
            "lives": several,
            "trials": {"backend": "none"},
        }
    )
    bear_on = 0
    for seat in seats(chosen):
        life, records = compose(chosen, seat), list(observe(chosen, seat))
        assert not list(audit_life(life, records, WORLD, 0))
        facts = [r.fact for h in life.storyline.happenings for r in h.plan.reveals]
        ends = [worlds.gold(WORLD, task, facts, "end") for task in life.storyline.tasks]
        bear_on += sum(len(gold.stale) > 1 for gold in ends)
    assert bear_on, "no two changes met: the test tries nothing"


def test_the_summary_counts_and_names_places_gravest_first() -> None:
    low = Finding("LOW", "gold", "small", "s1")
    high = Finding("HIGH", "value", "large", "s2", "s2.4")
    rows = list(summary([("ann", low), ("bob", high), ("cy", high)], places=1))
    assert [(row["severity"], row["count"]) for row in rows] == [("HIGH", 2), ("LOW", 1)]
    assert rows[0]["places"] == "bob s2.4 and 1 more"
