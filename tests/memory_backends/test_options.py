"""Options read from keywords, and what is said about wrong ones."""

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field

from memory_backends.options import listed, read_options
from sim.errors import Misuse


class Stove(BaseModel):
    model_config = ConfigDict(extra="forbid")
    fuel: Literal["wood", "gas"] = "wood"
    plates: int = Field(default=2, ge=1)


class Plain(BaseModel):
    model_config = ConfigDict(extra="forbid")


def said(model: type[BaseModel], /, **given_options: object) -> str:
    with pytest.raises(Misuse) as caught:
        read_options(model, given_options, "stove 'aga'")
    return str(caught.value)


def test_nothing_given_means_defaults() -> None:
    assert read_options(Stove, {}, "stove 'aga'") == Stove()


def test_text_from_a_command_line_becomes_a_number() -> None:
    assert read_options(Stove, {"plates": "4"}, "stove 'aga'").plates == 4


def test_an_unknown_option_names_the_nearest() -> None:
    assert said(Stove, fule="gas") == (
        "stove 'aga' has no option 'fule': did you mean 'fuel'? (it has fuel, plates)"
    )


def test_a_thing_without_options_says_so() -> None:
    assert said(Plain, fuel="gas") == "stove 'aga' has no option 'fuel' (it has none)"


def test_a_choice_that_does_not_exist_names_the_nearest() -> None:
    assert said(Stove, fuel="wod") == (
        "option 'fuel' of stove 'aga' cannot be 'wod': did you mean 'wood'? (one of wood, gas)"
    )


def test_an_impossible_value_says_what_is_possible() -> None:
    assert said(Stove, plates=0) == (
        "option 'plates' of stove 'aga' cannot be 0: it must be 1 or more"
    )


def test_all_that_is_wrong_is_said_at_once() -> None:
    sentence = said(Stove, plates=0, colour="red")
    assert "'plates'" in sentence
    assert "'colour'" in sentence


def test_options_are_listed_with_defaults() -> None:
    assert listed(Stove) == ("fuel=wood", "plates=2")


@given(st.text(min_size=1).filter(lambda name: name not in Stove.model_fields))
def test_any_unknown_option_is_misuse_and_never_a_traceback(name: str) -> None:
    assert repr(name) in said(Stove, **{name: 1})
