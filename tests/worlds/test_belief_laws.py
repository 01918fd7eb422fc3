"""Laws of what is believed: who tells more knows no less, and order matters only where it must."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from sim.facts import Fact, FactKind
from worlds import UNKNOWN, believe, believed
from worlds.assembly import assemble
from worlds.ids import fact_id
from worlds.schema import WorldFile

NAMES = "abcd"
PAIRS = [(p, c) for p in NAMES for c in NAMES if p < c]
VALUES = {name: [f"{name}{n}" for n in range(3)] for name in NAMES}
WORLD = assemble(
    WorldFile.model_validate(
        {
            "name": "laws",
            "entities": {n: {"phrase": f"my {n}", "pool": VALUES[n]} for n in NAMES},
            "edges": [{"parent": p, "child": c} for p, c in PAIRS],
        }
    )
)
Told = list[Fact]
count = st.integers(0, 2)


def fact(kind: FactKind, entity: str, *values: str, number: int = 0) -> Fact:
    return Fact(
        fact_id("laws", kind, entity, *values, number), "user", entity, values, kind, ("x",)
    )


values = st.builds(lambda e, n: fact("value", e, VALUES[e][n]), st.sampled_from(NAMES), count)
links = st.builds(lambda pc: fact("dependency", pc[1], pc[0]), st.sampled_from(PAIRS))
rules = st.builds(
    lambda pc, when, then: fact("rule", pc[1], pc[0], VALUES[pc[0]][when], VALUES[pc[1]][then]),
    st.sampled_from(PAIRS), count, count,
)  # fmt: skip
changes = st.builds(
    lambda e, n, k: fact("change", e, VALUES[e][n], number=k),
    st.sampled_from(NAMES), count, st.integers(0, 9),
)  # fmt: skip
requests = st.builds(lambda e: fact("request", e), st.sampled_from(NAMES))
tellings = st.lists(values | links | rules | changes | requests, max_size=14)


def known(told: Told) -> dict[str, str]:
    return {entity: value for entity, value in believed(WORLD, told).items()
            if value is not UNKNOWN}  # fmt: skip


@given(tellings)
def test_only_what_was_told_about_is_believed(told: Told) -> None:
    assert set(believed(WORLD, told)) <= {one.attribute for one in told}


@given(tellings)
def test_every_known_value_was_named_in_some_telling(told: Told) -> None:
    named = {one.values[-1] for one in told if one.kind in ("value", "change", "rule")}
    assert set(known(told).values()) <= named


@given(tellings)
def test_every_belief_has_reasons_among_the_told_and_each_once(told: Told) -> None:
    belief = believe(WORLD, told)
    assert set(belief.reasons) == set(belief.values)
    for reasons in belief.reasons.values():
        assert reasons
        assert all(reason.fact in told for reason in reasons)
        pairs = [(reason.role, reason.fact.id) for reason in reasons]
        assert len(pairs) == len(set(pairs))


@given(tellings)
def test_the_course_of_an_entity_never_repeats_itself_at_once_and_ends_with_the_present(
    told: Told,
) -> None:
    belief = believe(WORLD, told)
    for entity, value in belief.values.items():
        course = belief.course(entity)
        if value is not UNKNOWN:
            assert course[-1] == value
        # a value may come back after one was unknown, but not while it held
        assert len(course) == len(belief.past.get(entity, ())) + (value is not UNKNOWN)


@given(tellings, st.randoms(use_true_random=False))
def test_dependencies_and_rules_may_be_told_in_any_order_and_at_any_time(
    told: Told, random: object
) -> None:
    """They hold for the whole of what was told; only values, changes and requests have a time."""
    timeless = [one for one in told if one.kind in ("dependency", "rule")]
    rest = [one for one in told if one.kind not in ("dependency", "rule")]
    shuffled = list(timeless)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert believed(WORLD, [*shuffled, *rest]) == believed(WORLD, told)
    assert believed(WORLD, [*rest, *shuffled]) == believed(WORLD, told)


@given(tellings)
def test_telling_everything_about_links_twice_changes_nothing(told: Told) -> None:
    again = [replace(one, id=f"{one.id} again") for one in told
             if one.kind in ("dependency", "rule")]  # fmt: skip
    assert believed(WORLD, [*told, *again]) == believed(WORLD, told)


@given(tellings, st.sampled_from(NAMES))
def test_what_was_to_be_forgotten_is_gone_and_its_values_are_in_the_past(
    told: Told, entity: str
) -> None:
    before, after = believe(WORLD, told), believe(WORLD, [*told, fact("request", entity)])
    assert entity not in after.values
    assert after.course(entity) == before.course(entity)
    others = {e: v for e, v in before.values.items() if e != entity}
    assert after.values == others


@given(tellings, changes)
def test_a_change_told_to_nobody_who_knows_a_link_moves_that_entity_alone(
    told: Told, change: Fact
) -> None:
    unlinked = [one for one in told if one.kind not in ("dependency", "rule")]
    before, after = believed(WORLD, unlinked), believed(WORLD, [*unlinked, change])
    assert after.pop(change.attribute) == change.values[0]
    before.pop(change.attribute, None)
    assert after == before


@given(tellings, changes)
def test_a_change_to_the_value_believed_already_changes_nothing_else(
    told: Told, change: Fact
) -> None:
    once = [*told, change]
    again = [*once, replace(change, id=f"{change.id} again")]
    assert believed(WORLD, again) == believed(WORLD, once)


@settings(max_examples=60)
@given(tellings, links)
def test_one_more_dependency_never_makes_an_unmoved_entity_known_otherwise(
    told: Told, link: Fact
) -> None:
    """It may only turn what was believed into something else below it, never above or beside."""
    before, after = believed(WORLD, told), believed(WORLD, [*told, link])
    untouched = [name for name in NAMES if name < link.attribute]
    assert all(before.get(name) == after.get(name) for name in untouched)


def test_beliefs_are_shared_but_their_states_are_copies() -> None:
    told = [fact("value", "a", "a0")]
    state = believed(WORLD, told)
    state["a"] = "spoilt"
    assert believed(WORLD, told) == {"a": "a0"}
