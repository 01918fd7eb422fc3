"""A name with options has one meaning, in whichever of its spellings it stands in a recipe."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from experiments.recipe import load_recipe
from experiments.recipe.names import Named
from sim.errors import BadData

names = st.from_regex(r"[a-z][a-z0-9_]{0,8}(:[A-Z][a-z]{0,4})?", fullmatch=True).filter(
    lambda name: name != "name"  # {name: x} is the long spelling, {x: {...}} the short one
)
plain = (
    st.booleans()
    | st.integers(-9, 9)
    | st.from_regex(r"[a-z]{2,6}", fullmatch=True).filter(
        lambda word: word not in ("on", "off", "no", "yes", "true", "false", "null")
    )
)
options = st.dictionaries(st.from_regex(r"[a-z][a-z0-9_]{0,5}", fullmatch=True), plain, max_size=4)


def bracketed(name: str, chosen: dict[str, Any], gap: str) -> str:
    """``name[a=1, b=x]`` with blanks where people put them."""
    inside = f",{gap}".join(f"{gap}{key}{gap}={gap}{json.dumps(v)}" for key, v in chosen.items())
    return f"{gap}{name}{gap}[{inside}]{gap}"


@given(name=names, chosen=options, gap=st.sampled_from(["", " ", "  "]))
def test_every_spelling_means_the_same(name: str, chosen: dict[str, Any], gap: str) -> None:
    meant = Named(name=name, options=chosen)
    assert Named.model_validate({name: chosen}) == meant
    assert Named.model_validate({"name": name, "options": chosen}) == meant
    assert Named.model_validate(bracketed(name, chosen, gap)) == meant


@given(name=names, chosen=options)
def test_what_is_written_out_reads_back(name: str, chosen: dict[str, Any]) -> None:
    meant = Named(name=name, options=chosen)
    assert Named.model_validate(meant.model_dump(mode="json")) == meant
    assert Named.model_validate_json(meant.model_dump_json()) == meant


@given(name=names)
def test_without_options_the_name_alone_is_written(name: str) -> None:
    for given_ in (name, {name: None}, {name: {}}, f"{name}[]"):
        assert Named.model_validate(given_).model_dump() == name


def test_an_option_without_a_value_is_switched_on() -> None:
    assert Named.model_validate("bm25[stem, k1=2]").options == {"stem": True, "k1": 2}


def test_a_later_spelling_of_an_option_wins_as_in_any_mapping() -> None:
    assert Named.model_validate("bm25[k1=1, k1=2]").options == {"k1": 2}


@given(text=st.text(max_size=20))
def test_no_text_breaks_the_reading(text: str) -> None:
    try:
        found = Named.model_validate(text)
    except ValidationError:
        return
    assert found.name


@pytest.mark.parametrize("value", ["@", "{", "'", "2031-02-30"])
def test_an_option_that_is_no_yaml_is_a_sentence(value: str) -> None:
    recipe = {
        "studies": ["dependency"],
        "lives": {"count": 1},
        "trials": {"backend": {"name": "bm25"}, "gate": f"universal[a={value}]"},
    }
    with pytest.raises(BadData, match=r"trials\.0\.gates\.0"):
        load_recipe(recipe)


def test_a_name_cannot_be_changed_nor_be_nothing() -> None:
    with pytest.raises(ValidationError):
        Named.model_validate("")
    with pytest.raises(ValidationError, match="frozen"):
        Named(name="bm25").name = "dense"
