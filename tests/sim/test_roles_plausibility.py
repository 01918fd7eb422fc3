"""The plausibility check: which uses do not suit a person, by plain rules or by several models."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.cast.models.parts import part_of
from sim.cast.models.repair import Unusable
from sim.roles.objecting import _rules, objection
from sim.roles.plausibility import (
    PLAUSIBILITY,
    Objection,
    PlausibilityInput,
    PlausibilityOutput,
    joined,
    look,
)
from sim.roles.profile_assigner import DomainChoice
from sim.seeds import stream

FINE = DomainChoice("home", True, "mid", "Renovates a mill with a friend.")


def choice(reason, domain="home", long=True, frequency="mid"):
    return DomainChoice(domain, long, frequency, reason)


def asked(*choices, age=40, described="A baker."):
    return PlausibilityInput("Ann", age, described, choices)


def test_a_plausible_profile_meets_no_objection():
    done = look(asked(FINE), stream(1))
    assert (done.plausible, done.why) == (True, "nothing speaks against it")
    assert done.reading() == "plausible: nothing speaks against it"


def test_a_pupil_does_not_plan_a_pension():
    done = look(
        asked(FINE, choice("Puts money aside for a pension.", "finance"), age=17), stream(1)
    )
    assert not done.plausible
    assert [each.domain for each in done.objections] == ["finance"]
    assert "'pension' is a matter of later years, not of somebody aged 17" in done.why


@pytest.mark.parametrize(
    ("age", "described", "use", "why"),
    [
        (17, "", choice("Sorts out his grandmother's pension."), ""),  # it is not his own
        (24, "", choice("Knits for a grandson every winter."), "grandson"),
        (12, "", choice("Sells lemonade with great success.", "business"), "age of 12"),
        (12, "", choice("Sells lemonade with great success.", "business", long=False), ""),
        (70, "A retired pilot.", choice("Applies for one post.", "career"), "is retired"),
        (70, "A retired pilot.", choice("Helps a niece apply.", "career", long=False), ""),
        (40, "", choice("Asks in passing about a tap."), "to be remembered, but"),
        (40, "", choice("Builds a boat step by step.", long=False), "a passing matter, but"),
        (40, "", choice("Hardly ever at home to cook.", frequency="high"), "comes up often, but"),
        (40, "", choice("Trains every day at dawn.", frequency="low"), "hardly comes up, but"),
        (40, "", choice("..."), "no reason is given"),
    ],
)
def test_rules_object(age, described, use, why):
    found = objection(age, described, use)
    assert (why in found) if why else (found == "")


def test_words_are_matched_whole():
    assert objection(17, "", choice("Repairs the pensioners' club with friends.")) == ""


@given(st.lists(st.lists(st.sampled_from("abcd"), max_size=4, unique=True), max_size=4))
def test_an_ensemble_objects_to_what_any_of_its_members_flags(flagged):
    outputs = [PlausibilityOutput(tuple(Objection(d, f"{n}") for d in each))
               for n, each in enumerate(flagged)]  # fmt: skip
    together = joined(outputs)
    assert {each.domain for each in together.objections} == {d for each in flagged for d in each}
    assert len(together.objections) == len({each.domain for each in together.objections})
    assert together.plausible == all(each.plausible for each in outputs)
    assert PLAUSIBILITY.joined is joined


REASONS = (
    "Puts money aside for a pension.",
    "Asks in passing about a tap.",
    "Builds a boat step by step.",
    "Trains every day at dawn.",
    "Hardly ever at home to cook.",
    "Mends nets with an uncle.",
)


@given(
    st.integers(10, 110),
    st.lists(
        st.builds(
            DomainChoice,
            st.sampled_from(("home", "career", "business", "finance")),
            st.booleans(),
            st.sampled_from(("high", "mid", "low")),
            st.sampled_from(REASONS),
        ),
        max_size=6,
    ),
)
def test_every_use_is_judged_by_itself(age, choices):
    """What is objected to in a profile is what would be objected to in each use alone."""
    found = look(asked(*choices, age=age), stream(1)).objections
    alone = [each for one in choices for each in look(asked(one, age=age), stream(2)).objections]
    assert list(found) == alone
    assert all(each.why for each in found)


@pytest.mark.parametrize("rule", _rules()["ages"], ids=lambda rule: rule["words"][0])
def test_an_age_rule_holds_outside_its_bounds_alone(rule):
    use = choice(f"Thinks about the {rule['words'][0]} with care.")
    inside = {age for age in range(10, 111) if not objection(age, "", use)}
    assert inside == {age for age in range(10, 111) if rule["from"] <= age <= rule["to"]}


def test_rules_speak_of_domains_that_are_known():
    from sim.roles.objecting import LISTS

    assert LISTS.is_file()
    named = {rule["domain"] for key in ("domains", "standing") for rule in _rules()[key]}
    assert named == {"business", "career", "legal_administrative"}
    assert not set(_rules()["passing"]) & set(_rules()["lasting"])
    assert not set(_rules()["seldom"]) & set(_rules()["often"])


# --- played by models


def read(role, reply, given):
    return part_of(role).read(json.dumps(reply), given)


def test_a_models_objections_are_read_by_number():
    given = asked(FINE, choice("Plays.", "sport"))
    said = {"objections": [{"use": 2, "why": "no  time"}, {"use": 2, "why": "again"}]}
    assert read("plausibility", said, given).objections == (Objection("sport", "no time"),)
    assert read("plausibility", {"objections": []}, given).plausible
    assert part_of("plausibility").settled(asked()) == PlausibilityOutput()
    assert part_of("plausibility").settled(given) is None


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({}, "'objections' must be a list of objects"),
        ({"objections": ["home"]}, "'objections' must be a list of objects"),
        ({"objections": [{"use": 3, "why": ""}]}, "'use' must be a number from 1 to 1"),
        ({"objections": [{"use": True, "why": ""}]}, "'use' must be a number from 1 to 1"),
        ({"objections": [{"use": 1}]}, "'why' must be a text"),
    ],
)
def test_what_cannot_be_used_of_a_verdict_is_said(said, why):
    with pytest.raises(Unusable, match=why):
        read("plausibility", said, asked(FINE))
