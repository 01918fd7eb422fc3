"""Laws of ``--set``: it changes one place and leaves the rest and what was given alone."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.recipe import load_recipe
from experiments.recipe.overrides import override
from sim.errors import LifeworldError, Misuse

words = st.sampled_from(["lives", "months", "trials", "k", "x"])
leaves = st.none() | st.booleans() | st.integers(-5, 5) | st.sampled_from(["", "bm25", "a b"])
trees = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=12,
)
recipes = st.dictionaries(words, trees, min_size=1, max_size=4)


def places(tree: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every path that leads to something, as it is written in an override."""
    if path:
        yield path
    inner = tree.items() if isinstance(tree, dict) else enumerate(tree) if listed(tree) else ()
    for key, value in inner:
        yield from places(value, (*path, str(key)))


def listed(tree: Any) -> bool:
    return isinstance(tree, list)


def at(tree: Any, path: tuple[str, ...]) -> Any:
    for part in path:
        tree = tree[int(part)] if listed(tree) else tree[part]
    return tree


def set_in(tree: Any, path: tuple[str, ...], value: Any) -> dict[str, Any]:
    """The same change made in place on a copy: the independent account."""
    changed = copy.deepcopy(tree)
    *before, last = path
    inside = at(changed, tuple(before))
    inside[int(last) if listed(inside) else last] = value
    return dict(changed)


@given(recipe=recipes, data=st.data(), value=trees)
def test_an_existing_place_is_changed_as_by_hand(recipe: Any, data: Any, value: Any) -> None:
    path = data.draw(st.sampled_from(list(places(recipe))))
    written = f"{'.'.join(path)}={json.dumps(value)}"
    assert override(recipe, written, "x") == set_in(recipe, path, value)


@given(recipe=recipes, data=st.data())
def test_what_was_given_stays_as_it_was(recipe: Any, data: Any) -> None:
    before = copy.deepcopy(recipe)
    path = data.draw(st.sampled_from(list(places(recipe))))
    override(recipe, f"{'.'.join(path)}=1", "x")
    assert recipe == before


@given(recipe=recipes, data=st.data())
def test_setting_what_is_there_changes_nothing(recipe: Any, data: Any) -> None:
    path = data.draw(st.sampled_from(list(places(recipe))))
    assert override(recipe, f"{'.'.join(path)}={json.dumps(at(recipe, path))}", "x") == recipe


@given(recipe=recipes, data=st.data(), first=leaves, second=leaves)
def test_of_two_changes_of_a_place_the_last_counts(
    recipe: Any, data: Any, first: Any, second: Any
) -> None:
    path = ".".join(data.draw(st.sampled_from(list(places(recipe)))))
    once = override(recipe, f"{path}={json.dumps(first)}", "x")
    twice = override(once, f"{path}={json.dumps(second)}", "x")
    assert twice == override(recipe, f"{path}={json.dumps(second)}", "x")


@given(
    written=st.text(st.sampled_from("ab.=0²٣-[]{}:@,\"' \n!&*|>%#") | st.characters(), max_size=20)
)
def test_whatever_is_written_it_is_done_or_refused_in_a_sentence(written: str) -> None:
    recipe = {"a": {"b": [1, {"a": 2}]}, "b": []}
    try:
        done = override(recipe, written, "the recipe")
    except Misuse:
        return
    assert done != recipe or "=" in written
    assert {"a", "b"} <= set(done)


def test_a_new_place_is_made_on_the_way() -> None:
    assert override({}, "lives.shift.month=3", "x") == {"lives": {"shift": {"month": 3}}}
    assert override({"lives": None}, "lives.count=2", "x") == {"lives": {"count": 2}}


def test_a_value_may_hold_an_equals_sign() -> None:
    assert override({}, "trials.backend=bm25[k1=2]", "x") == {"trials": {"backend": "bm25[k1=2]"}}


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("lives.start=2031-02-30", "'2031-02-30' is no YAML value"),
        ("trials.²=1", "0 to 1, not '²'"),
        ("trials.-1=1", "0 to 1, not '-1'"),
        ("trials.2=1", "0 to 1, not '2'"),
        ("studies.0=1", "this list is empty, '0' leads nowhere"),
        ("name.first=1", "'small' has no parts, 'first' leads nowhere"),
        ("=1", "write it as a.b=c"),
        ("lives", "write it as a.b=c"),
    ],
)
def test_what_cannot_be_done_is_refused(written: str, sentence: str) -> None:
    recipe = {"name": "small", "trials": [{}, {}], "studies": [], "lives": {}}
    with pytest.raises(Misuse) as refused:
        override(recipe, written, "recipe 'small'")
    assert sentence in str(refused.value)
    assert repr(written) in str(refused.value)


def test_a_date_that_does_not_exist_is_a_sentence_in_a_file_too(tmp_path: Any) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("lives: {start: 2031-02-30}\n", encoding="utf-8")
    with pytest.raises(LifeworldError, match=r"mine\.yaml: a value in it cannot be: day is out"):
        load_recipe(path)
