"""What follows from what was told, by hand and against an independent account."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

import worlds
from sim.facts import Fact
from sim.plans import Storyline
from worlds import UNKNOWN, believe, believed

Lived = Callable[[int], Storyline]


def value(entity: str, held: str) -> Fact:
    return Fact(f"gold:v/{entity}/{held}", "user", entity, (held,), "value", (held,))


def change(entity: str, new: str) -> Fact:
    return Fact(f"gold:c/{entity}/{new}", "user", entity, (new,), "change", (new,))


def depends(child: str, parent: str) -> Fact:
    return Fact(f"gold:d/{parent}/{child}", "user", child, (parent,), "dependency", ("x",))


def rule(parent: str, when: str, child: str, then: str) -> Fact:
    name = f"gold:r/{parent}/{when}/{child}/{then}"
    return Fact(name, "user", child, (parent, when, then), "rule", (when, then))


def forget(entity: str) -> Fact:
    return Fact(f"gold:q/{entity}", "user", entity, (), "request", ("forget",))


TOLD = (
    value("home", "Ostrick Row"),
    value("commute", "the Harl tram"),
    value("doctor", "Dr Vosk"),
    value("travel_pass", "the Copperline card"),
    depends("commute", "home"),
    depends("doctor", "home"),
    depends("travel_pass", "commute"),
    rule("home", "Vandry Quay", "commute", "the Brisk ferry"),
    rule("commute", "the Brisk ferry", "travel_pass", "the Gullwing ticket"),
)
MOVED = change("home", "Vandry Quay")


def why(world: worlds.World, told: tuple[Fact, ...], entity: str) -> list[tuple[str, str]]:
    return [(r.role, r.fact.id) for r in believe(world, told).reasons[entity]]


def test_nothing_told_is_nothing_believed(first_home: worlds.World) -> None:
    assert believed(first_home, ()) == {}


def test_values_are_believed_as_they_were_told(first_home: worlds.World) -> None:
    assert believed(first_home, TOLD) == {
        "home": "Ostrick Row",
        "commute": "the Harl tram",
        "doctor": "Dr Vosk",
        "travel_pass": "the Copperline card",
    }


def test_a_told_change_travels_along_told_rules_and_dependencies(
    first_home: worlds.World,
) -> None:
    assert believed(first_home, (*TOLD, MOVED)) == {
        "home": "Vandry Quay",
        "commute": "the Brisk ferry",
        "doctor": UNKNOWN,
        "travel_pass": "the Gullwing ticket",
    }


def test_a_rule_of_the_world_that_was_not_told_does_not_exist(first_home: worlds.World) -> None:
    told = tuple(fact for fact in TOLD if fact.id != TOLD[7].id)
    after = believed(first_home, (*told, MOVED))
    assert (after["commute"], after["travel_pass"]) == (UNKNOWN, UNKNOWN)


def test_without_a_told_link_the_old_value_stands(first_home: worlds.World) -> None:
    assert believed(first_home, (*TOLD[:4], MOVED)) == {
        **believed(first_home, TOLD),
        "home": "Vandry Quay",
    }


def test_a_rule_alone_also_tells_the_dependency(first_home: worlds.World) -> None:
    told = (*TOLD[:4], TOLD[7])
    assert believed(first_home, (*told, MOVED))["commute"] == "the Brisk ferry"
    elsewhere = change("home", "Marrit Yard")
    assert believed(first_home, (*told, elsewhere))["commute"] is UNKNOWN


def test_a_link_told_after_the_change_counts_all_the_same(first_home: worlds.World) -> None:
    assert believed(first_home, (*TOLD[:4], MOVED, *TOLD[4:])) == believed(
        first_home, (*TOLD, MOVED)
    )


def test_a_value_told_after_the_change_is_newer_than_its_consequences(
    first_home: worlds.World,
) -> None:
    assert believed(first_home, (*TOLD, MOVED, value("doctor", "Dr Ulmery")))["doctor"] == (
        "Dr Ulmery"
    )


def test_what_was_asked_to_be_forgotten_is_not_believed_but_remembered_as_past(
    first_home: worlds.World,
) -> None:
    belief = believe(first_home, (value("therapist", "Noor Wexley"), forget("therapist")))
    assert belief.values == {}
    assert belief.course("therapist") == ("Noor Wexley",)


def test_the_course_holds_all_values_in_order(first_home: worlds.World) -> None:
    told = (value("novel", "one"), change("novel", "two"), change("novel", "three"))
    assert believe(first_home, told).course("novel") == ("one", "two", "three")
    back = (*told, change("novel", "one"))
    assert believe(first_home, back).course("novel") == ("one", "two", "three", "one")


def test_a_value_said_again_is_one_value(first_home: worlds.World) -> None:
    told = (value("novel", "one"), change("novel", "one"))
    assert believe(first_home, told).course("novel") == ("one",)


def test_a_cascade_rests_on_the_rules_of_the_way_and_the_change(first_home: worlds.World) -> None:
    assert why(first_home, (*TOLD, MOVED), "travel_pass") == [
        ("rule", TOLD[8].id),
        ("rule", TOLD[7].id),
        ("change", MOVED.id),
    ]


def test_an_absence_rests_on_the_dependencies_of_the_way_and_the_change(
    first_home: worlds.World,
) -> None:
    told = (*TOLD[:8], MOVED)
    assert why(first_home, told, "doctor") == [("dependency", TOLD[5].id), ("change", MOVED.id)]
    assert why(first_home, told, "travel_pass") == [
        ("dependency", TOLD[6].id),
        ("dependency", TOLD[4].id),
        ("change", MOVED.id),
    ]


def test_where_only_a_rule_told_the_dependency_the_rule_is_the_reason(
    first_home: worlds.World,
) -> None:
    elsewhere = change("home", "Marrit Yard")
    assert why(first_home, (*TOLD[:4], TOLD[7], elsewhere), "commute") == [
        ("rule", TOLD[7].id),
        ("change", elsewhere.id),
    ]


def test_rules_that_disagree_are_both_reasons_for_not_knowing(first_home: worlds.World) -> None:
    told = (
        value("shift", "a"), value("home", "b"), value("pet", "c"),
        rule("home", "h", "pet", "one"), rule("shift", "s", "pet", "two"),
        rule("home", "h", "shift", "s"), change("home", "h"),
    )  # fmt: skip
    assert believed(first_home, told)["pet"] is UNKNOWN
    assert {role for role, _ in why(first_home, told, "pet")} == {"rule", "change"}
    assert len(why(first_home, told, "pet")) == 4


def test_facts_that_are_not_of_the_world_are_passed_over(first_home: worlds.World) -> None:
    strange = Fact("gold:x", "user", "home", ("likes tea",), "user_profile", ("tea",))
    other = value("weather", "rain")
    assert believed(first_home, (*TOLD, strange, other)) == believed(first_home, TOLD)


def test_what_is_handed_out_may_be_changed_without_harm(first_home: worlds.World) -> None:
    believed(first_home, TOLD)["home"] = "elsewhere"
    assert believed(first_home, TOLD)["home"] == "Ostrick Row"


# --- against an independent account -----------------------------------------------------------


def account(told: list[Fact]) -> dict[str, str]:
    """Replay the tellings; at each change settle every entity by recursion over its parents."""
    links = [(f.values[0], f.attribute) for f in told if f.kind in ("dependency", "rule")]
    rules = [(f.values[0], f.values[1], f.attribute, f.values[2]) for f in told if f.kind == "rule"]
    state: dict[str, str] = {}
    for fact in told:
        if fact.kind == "value":
            state[fact.attribute] = fact.values[0]
        elif fact.kind == "request":
            state.pop(fact.attribute, None)
        elif fact.kind == "change":
            state = _after(state, fact.attribute, fact.values[0], links, rules)
    return state


def _after(state, root, new, links, rules):  # type: ignore[no-untyped-def]
    @cache
    def settle(entity):  # type: ignore[no-untyped-def]
        """The value afterwards and whether it is another one than before."""
        if entity == root:
            return new, state.get(root) != new
        movers = {p for p, c in links if c == entity and settle(p)[1]}
        if not movers:
            return state.get(entity), False
        given = {t for p, w, c, t in rules if c == entity and p in movers and settle(p)[0] == w}
        value = given.pop() if len(given) == 1 else UNKNOWN
        return value, state.get(entity) != value

    entities = {root, *state, *(c for _, c in links), *(p for p, _ in links)}
    return {e: settle(e)[0] for e in sorted(entities) if settle(e)[0] is not None}


ORDER = ("home", "employer", "commute", "shift", "pet", "vet")  # every edge goes to the right


@st.composite
def tellings(draw: st.DrawFn) -> list[Fact]:
    """Any facts about six entities with three values each, in any order, each told once."""
    held = st.sampled_from("abc")
    pairs = [(p, c) for i, p in enumerate(ORDER) for c in ORDER[i + 1 :]]
    kinds = st.one_of(
        st.builds(value, st.sampled_from(ORDER), held),
        st.builds(change, st.sampled_from(ORDER), held),
        st.builds(forget, st.sampled_from(ORDER)),
        st.sampled_from(pairs).map(lambda pair: depends(pair[1], pair[0])),
        st.tuples(st.sampled_from(pairs), held, held).map(
            lambda r: rule(r[0][0], r[1], r[0][1], r[2])
        ),
    )
    return draw(st.lists(kinds, max_size=25, unique_by=lambda fact: fact.id))


@settings(max_examples=300, deadline=None)
@given(tellings())
def test_belief_equals_the_independent_account(told: list[Fact]) -> None:
    assert believed(HOME, told) == account(told)


@settings(max_examples=150, deadline=None)
@given(tellings())
def test_the_reasons_are_enough_to_believe_the_same(told: list[Fact]) -> None:
    """Told nothing but the reasons of one belief, one arrives at that belief (or knows no better).

    An unknown value needs no value before: whoever heard only of the link and the change also
    knows that it cannot be told.
    """
    belief = believe(HOME, told)
    for entity, held in belief.values.items():
        ids = {reason.fact.id for reason in belief.reasons[entity]}
        alone = [fact for fact in told if fact.id in ids]
        again = believed(HOME, alone)
        if len({f.attribute for f in alone if f.kind == "change"}) == 1:
            assert again.get(entity) == held


HOME = worlds.load("first_home")


def test_a_whole_life_is_believed_as_the_account_says(
    first_home: worlds.World, lived: Lived
) -> None:
    for seed in range(25):
        order = sorted(lived(seed).happenings, key=lambda h: h.due + h.lag)
        told = [reveal.fact for h in order for reveal in h.plan.reveals]
        for count in range(len(told) + 1):
            assert believed(first_home, told[:count]) == account(told[:count])
