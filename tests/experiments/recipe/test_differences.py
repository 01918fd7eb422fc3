"""What differs between two runs is named place by place; equal runs differ nowhere."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from experiments.recipe import load_recipe
from experiments.recipe.identity import MISSING, differences, versions
from experiments.recipe.studies import studies_of

keys = st.sampled_from(["seed", "lives", "k", "trials"])
leaves = st.none() | st.integers(-3, 3) | st.sampled_from(["a", "b"])
parts = st.dictionaries(
    keys,
    st.recursive(
        leaves,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
        max_leaves=8,
    ),
    max_size=4,
)


def flat(value: Any, place: str = "") -> dict[str, Any]:
    """Leaves by their dotted place, found without the code under test."""
    if value in ({}, []) or not isinstance(value, dict | list):
        return {place: value}
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    found: dict[str, Any] = {}
    for key, each in inner:
        found |= flat(each, f"{place}.{key}" if place else str(key))
    return found


@given(one=parts)
def test_nothing_differs_from_itself(one: Any) -> None:
    assert differences(one, one) == []


@given(one=parts, other=parts)
def test_every_place_that_differs_is_named_once_and_no_other(one: Any, other: Any) -> None:
    before, after = flat(one), flat(other)
    differ = {
        place
        for place in {*before, *after}
        if (place in before) != (place in after) or before[place] != after[place]
    }
    named = [line.partition(": ")[0] for line in differences(one, other)]
    assert sorted(named) == sorted(differ)


@given(one=parts, other=parts)
def test_the_other_way_round_the_same_places_differ(one: Any, other: Any) -> None:
    there, back = differences(one, other), differences(other, one)
    assert {line.partition(": ")[0] for line in there} == {line.partition(": ")[0] for line in back}


@given(one=parts, value=st.integers(10, 20))
def test_what_is_only_on_one_side_is_missing_on_the_other(one: Any, value: int) -> None:
    more = {**one, "new": value}
    assert f"new: {MISSING} there, {value} now" in differences(one, more)
    assert f"new: {value} there, {MISSING} now" in differences(more, one)


def test_versions_name_the_libraries_that_can_change_a_result() -> None:
    found = versions()
    assert {"lifeworld", "numpy", "simpy", "bm25s"} <= set(found)
    assert all(found.values())


def test_studies_are_told_where_the_recipe_has_its_world() -> None:
    small: dict[str, Any] = {
        "studies": ["dependency", "retention"],
        "lives": {"count": 1, "world": "first_home"},
        "trials": {"backend": "recency"},
    }
    dependency, retention = studies_of(load_recipe(small))
    assert dependency.options.model_dump()["world"] == "first_home"
    assert "world" not in retention.options.model_dump()
    own = load_recipe({**small, "studies": [{"dependency": {"world": "elsewhere.yaml"}}]})
    assert studies_of(own)[0].options.model_dump()["world"] == "elsewhere.yaml"
    none = load_recipe({**small, "lives": {"count": 1}})
    assert not studies_of(none)[0].options.model_dump()["world"]
