"""Propagation against hand-made cases and an independent account of what follows from a change."""

from __future__ import annotations

import json
import pickle
from functools import cache

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import worlds
from sim.errors import UnknownName
from worlds import UNKNOWN, Rule, propagate
from worlds.propagation import consequences

CHAIN = nx.DiGraph([("a", "b"), ("b", "c")])
BEFORE = {"a": "a0", "b": "b0", "c": "c0"}


def test_a_rule_gives_the_new_value_and_its_child_follows_from_that() -> None:
    rules = [Rule("a", "a1", "b", "b1"), Rule("b", "b1", "c", "c1")]
    after = propagate(CHAIN, rules, BEFORE, {"a": "a1"})
    assert after == {"a": "a1", "b": "b1", "c": "c1"}


def test_without_a_rule_a_child_becomes_unknown_and_so_does_what_hangs_on_it() -> None:
    rules = [Rule("b", "b0", "c", "c1")]
    assert propagate(CHAIN, rules, BEFORE, {"a": "a1"}) == {"a": "a1", "b": UNKNOWN, "c": UNKNOWN}


def test_a_rule_for_another_value_does_not_fire() -> None:
    rules = [Rule("a", "a2", "b", "b1")]
    assert propagate(CHAIN, rules, BEFORE, {"a": "a1"})["b"] is UNKNOWN


def test_a_change_to_the_same_value_moves_nothing() -> None:
    assert propagate(CHAIN, [], BEFORE, {"a": "a0"}) == BEFORE


def test_a_rule_that_gives_the_old_value_leaves_the_grandchild_alone() -> None:
    rules = [Rule("a", "a1", "b", "b0")]
    assert propagate(CHAIN, rules, BEFORE, {"a": "a1"}) == {"a": "a1", "b": "b0", "c": "c0"}


def test_an_unknown_parent_that_stays_unknown_has_not_changed() -> None:
    state = {"a": "a0", "b": UNKNOWN, "c": "c0"}
    assert propagate(CHAIN, [], state, {"a": "a1"})["c"] == "c0"


def test_an_unknown_parent_that_becomes_known_has_changed() -> None:
    state = {"a": "a0", "b": UNKNOWN, "c": "c0"}
    rules = [Rule("a", "a1", "b", "b1"), Rule("b", "b1", "c", "c1")]
    assert propagate(CHAIN, rules, state, {"a": "a1"})["c"] == "c1"


def test_a_parent_whose_value_was_never_given_moves_its_child_all_the_same() -> None:
    state = {"a": "a0", "c": "c0"}
    assert propagate(CHAIN, [], state, {"a": "a1"})["c"] is UNKNOWN


def test_a_descendant_never_given_and_not_reached_is_unknown_but_not_changed() -> None:
    spread = consequences(CHAIN, [], {"a": "a0", "c": "c0"}, {"a": "a0"})
    assert (spread["b"].value, spread["b"].changed) == (UNKNOWN, False)
    assert spread["c"].value == "c0"


TWO_PARENTS = nx.DiGraph([("a", "c"), ("b", "c")])


def test_two_changed_parents_that_agree_give_the_value() -> None:
    rules = [Rule("a", "a1", "c", "c1"), Rule("b", "b1", "c", "c1")]
    assert propagate(TWO_PARENTS, rules, BEFORE, {"a": "a1", "b": "b1"})["c"] == "c1"


def test_two_changed_parents_that_disagree_leave_it_unknown() -> None:
    rules = [Rule("a", "a1", "c", "c1"), Rule("b", "b1", "c", "c2")]
    assert propagate(TWO_PARENTS, rules, BEFORE, {"a": "a1", "b": "b1"})["c"] is UNKNOWN


def test_one_rule_is_enough_when_the_other_changed_parent_has_none() -> None:
    rules = [Rule("a", "a1", "c", "c1")]
    assert propagate(TWO_PARENTS, rules, BEFORE, {"a": "a1", "b": "b1"})["c"] == "c1"


def test_the_rule_of_an_unchanged_parent_does_not_fire() -> None:
    rules = [Rule("b", "b0", "c", "c1")]
    assert propagate(TWO_PARENTS, rules, BEFORE, {"a": "a1"})["c"] is UNKNOWN


def test_an_entity_named_in_the_changes_keeps_the_value_it_is_given() -> None:
    rules = [Rule("a", "a1", "b", "b1")]
    after = propagate(CHAIN, rules, BEFORE, {"a": "a1", "b": "b9"})
    assert after == {"a": "a1", "b": "b9", "c": UNKNOWN}


def test_only_the_changed_and_their_descendants_are_reported_parents_first() -> None:
    graph = nx.DiGraph([("z", "a"), ("z", "b"), ("x", "y")])
    assert list(propagate(graph, [], {}, {"z": "z1"})) == ["z", "a", "b"]


def test_an_entity_outside_the_graph_is_named_with_the_nearest_right_one() -> None:
    graph = nx.DiGraph([("home", "commute")])
    with pytest.raises(UnknownName, match="no entity is called 'hme': did you mean 'home'"):
        propagate(graph, [], {}, {"hme": "x"})


def test_unknown_is_one_object_and_a_string_in_json() -> None:
    assert pickle.loads(pickle.dumps(UNKNOWN)) is UNKNOWN
    assert json.dumps({"pass": UNKNOWN}) == '{"pass": "UNKNOWN"}'
    assert repr(UNKNOWN) == "UNKNOWN"


# --- against an independent account ------------------------------------------------------------

NAMES = "abcdefg"
VALUES = ("0", "1", "2")


@st.composite
def situations(draw: st.DrawFn):  # type: ignore[no-untyped-def]
    """A random DAG (edges follow a random order of the names), rules, a state, some changes."""
    order = draw(st.permutations(NAMES))
    pairs = [(p, c) for i, p in enumerate(order) for c in order[i + 1 :]]
    edges = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=14))
    rule = st.tuples(
        st.sampled_from(edges or pairs), st.sampled_from(VALUES), st.sampled_from(VALUES)
    )
    made = draw(st.lists(rule, max_size=20)) if edges else []
    rules = [Rule(p, when, c, then) for (p, c), when, then in made]
    value = st.sampled_from([*VALUES, UNKNOWN, None])
    state = {name: found for name in NAMES if (found := draw(value)) is not None}
    changed = st.dictionaries(st.sampled_from(NAMES), st.sampled_from(VALUES), min_size=1)
    return edges, rules, state, draw(changed)


def account(edges, rules, state, changes):  # type: ignore[no-untyped-def]
    """The same by definition, entity by entity, by recursion over parents instead of an order."""
    parents = {name: {p for p, c in edges if c == name} for name in NAMES}

    @cache
    def reached(name: str) -> bool:
        return name in changes or any(reached(parent) for parent in parents[name])

    @cache
    def moved(name: str) -> bool:
        if name in changes:
            return name not in state or changes[name] != state[name]
        if not any(moved(parent) for parent in parents[name]):
            return False
        return name not in state or value(name) != state[name]

    @cache
    def value(name: str) -> str:
        if name in changes:
            return changes[name]
        movers = {parent for parent in parents[name] if moved(parent)}
        if not movers:
            return state.get(name, UNKNOWN)
        given = {
            r.then
            for r in rules
            if r.child == name and r.parent in movers and value(r.parent) == r.when
        }
        return given.pop() if len(given) == 1 else UNKNOWN

    return {name: value(name) for name in NAMES if reached(name)}


@settings(max_examples=250, deadline=None)
@given(situations())
def test_propagation_equals_the_independent_account(situation) -> None:  # type: ignore[no-untyped-def]
    edges, rules, state, changes = situation
    graph = nx.DiGraph()
    graph.add_nodes_from(NAMES)
    graph.add_edges_from(edges)
    assert propagate(graph, rules, state, changes) == account(edges, rules, state, changes)


@settings(max_examples=60, deadline=None)
@given(situations())
def test_the_order_of_rules_edges_and_changes_does_not_matter(situation) -> None:  # type: ignore[no-untyped-def]
    edges, rules, state, changes = situation
    forth, back = nx.DiGraph(), nx.DiGraph()
    forth.add_nodes_from(NAMES)
    back.add_nodes_from(reversed(NAMES))
    forth.add_edges_from(edges)
    back.add_edges_from(reversed(edges))
    turned = dict(reversed(changes.items()))
    one = propagate(forth, rules, state, changes)
    assert one == propagate(back, rules[::-1], dict(reversed(state.items())), turned)


def test_a_world_refuses_changes_it_cannot_mean(first_home: worlds.World) -> None:
    with pytest.raises(UnknownName, match="no entity is called 'hom': did you mean 'home'"):
        first_home.propagate({}, {"hom": "Vandry Quay"})
    with pytest.raises(UnknownName, match="no value is called 'Vandry Key': did you mean 'Vandry"):
        first_home.propagate({}, {"home": "Vandry Key"})


def test_a_world_propagates_by_its_own_rules(first_home: worlds.World) -> None:
    state = {
        "home": "Ostrick Row",
        "commute": "the Harl tram",
        "grocer": "Crumbwell Stores",
        "doctor": "Dr Vosk",
        "travel_pass": "the Copperline card",
        "breakfast_stop": "the Tin Kettle",
    }
    assert first_home.propagate(state, {"home": "Vandry Quay"}) == {
        "home": "Vandry Quay",
        "commute": "the Brisk ferry",
        "grocer": "Old Yarrick's",
        "doctor": UNKNOWN,
        "travel_pass": "the Gullwing ticket",
        "breakfast_stop": UNKNOWN,
    }
