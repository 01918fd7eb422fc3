"""What is wrong with a recipe is said where the reader wrote it, never in pydantic's words."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from experiments.recipe import load_recipe
from experiments.recipe.sentences import misuse
from sim.errors import BadData, Misuse, UnknownName


class Small(BaseModel):
    """A part with one key."""

    model_config = ConfigDict(extra="forbid")

    size: int = Field(default=1, ge=1)


class Whole(BaseModel):
    """One of every way in which parts are held."""

    model_config = ConfigDict(extra="forbid")

    needed: int
    part: Small | None = None
    several: tuple[Small, ...] = ()
    either: Literal["all"] | Small = "all"
    named: dict[str, int | tuple[int, ...]] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _odd(self) -> Whole:
        if self.needed == 13:
            raise ValueError("13 brings bad luck: take another number")
        return self


def told(**given: Any) -> Misuse:
    with pytest.raises(ValidationError) as found:
        Whole.model_validate(given)
    return misuse(found.value, Whole, "mine.yaml")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({}, "mine.yaml, needed: this key is missing"),
        ({"needed": 13}, "mine.yaml: 13 brings bad luck: take another number"),
        ({"needed": "x"}, "mine.yaml, needed: 'x' cannot stand here"),
        ({"needed": 1, "part": {"size": 0}}, "mine.yaml, part.size: 0 cannot stand here"),
        ({"needed": 1, "several": [{}, {"size": 0}]}, "mine.yaml, several.1.size: 0 cannot"),
        ({"needed": 1, "either": 3}, "mine.yaml, either: 3 cannot stand here"),
        ({"needed": 1, "either": {"size": 0}}, "mine.yaml, either"),
        ({"needed": 1, "named": {"judge": "x"}}, "mine.yaml, named.judge: 'x' cannot stand here"),
    ],
)
def test_a_value_that_cannot_be_names_its_place(given: Any, sentence: str) -> None:
    found = told(**given)
    assert isinstance(found, BadData)
    assert str(found).startswith(sentence)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"needed": 1, "prat": 1}, "mine.yaml: no key is called 'prat': did you mean 'part'?"),
        ({"needed": 1, "part": {"sice": 1}}, "mine.yaml, part: no key is called 'sice'"),
        ({"needed": 1, "several": [{"sice": 1}]}, "mine.yaml, several.0: no key is called 'sice'"),
        ({"needed": 1, "either": {"sice": 1}}, "mine.yaml, either: no key is called 'sice'"),
    ],
)
def test_an_unknown_key_is_told_with_the_keys_of_that_place(given: Any, sentence: str) -> None:
    found = told(**given)
    assert isinstance(found, UnknownName)
    assert str(found).startswith(sentence)


def test_the_nearest_key_is_one_of_the_same_part() -> None:
    inside = str(told(needed=1, part={"sice": 1}))
    assert "did you mean 'size'?" in inside
    assert "(known: size)" in inside


def test_an_unknown_key_is_said_before_anything_else() -> None:
    assert isinstance(told(part={"size": 0}, sevral=[]), UnknownName)


SMALL: dict[str, Any] = {
    "studies": ["dependency"],
    "lives": {"count": 1},
    "trials": {"backend": "recency"},
}
PYDANTIC = ("literal[", "function-", "tuple[", "dict[", ".str", ".int", "Sample", "LivesPlan")


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ("lives.personas=3", "lives.personas: 3"),
        ("lives.personas=[]", "lives.personas: "),
        ("lives.personas={sample: 0}", "lives.personas"),
        ("lives.shift={month: 0}", "lives.shift.month: 0"),
        ("cast={judge: 3}", "cast.judge: 3"),
        ("cast={user: [scripted, 3]}", "cast.user"),
        ("trials.budget=0", "trials.0.budgets.0: 0"),
        ("trials.k=many", "trials.0.k.0: 'many'"),
        ("policy=sometimes", "policy: 'sometimes'"),
        ("limits.usd=-1", "limits.usd: -1"),
    ],
)
def test_no_word_of_pydantic_stands_in_the_place(change: str, place: str) -> None:
    with pytest.raises(Misuse) as refused:
        load_recipe(SMALL, [change])
    where, _, _ = str(refused.value).partition(" cannot stand here")
    assert f"recipe 'given', {place}" in where
    assert not any(word in where for word in PYDANTIC)
