"""What pydantic complains about is said in plain words, whatever its words are."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Literal, get_args

import pytest
from pydantic import BaseModel, Field, StringConstraints, TypeAdapter, ValidationError
from pydantic_core.core_schema import ErrorType

from sim.reasons import foremost, reason, shown, wanted

RAW = (
    "input should",
    "should be",
    "should have",
    "should match",
    "valid",
    "validation",
    "pydantic",
)


class Part(BaseModel):
    size: int


def complaints(kind: Any, given: Any) -> list[Any]:
    with pytest.raises(ValidationError) as refused:
        TypeAdapter(kind).validate_python(given)
    return list(refused.value.errors())


@pytest.mark.parametrize(
    ("kind", "given", "said"),
    [
        (int, "soon", "it must be a whole number"),
        (int, 1.5, "it must be a whole number"),
        (int, None, "it must be a whole number"),
        (float, "x", "it must be a number"),
        (bool, "perhaps", "it must be true or false"),
        (str, 3, "it must be text, in quotes if YAML takes it for something else"),
        (date, "soon", "it must be a date such as 2031-01-06"),
        (date, 3.5, "it must be a date such as 2031-01-06"),
        (datetime, "soon", "it must be a date and time such as 2031-01-06T12:00"),
        (dict[str, int], [1], "it must be a mapping of keys to values"),
        (Part, 3, "it must be a mapping of keys to values"),
        (list[int], 3, "it must be a list"),
        (tuple[int, ...], "x", "it must be a list"),
        (None, 3, "it must be nothing"),
        (Annotated[int, Field(ge=1)], 0, "it must be 1 or more"),
        (Annotated[int, Field(gt=1)], 0, "it must be more than 1"),
        (Annotated[float, Field(le=1)], 2, "it must be 1.0 or less"),
        (Annotated[float, Field(lt=1)], 1, "it must be less than 1.0"),
        (Annotated[int, Field(multiple_of=3)], 4, "it must be a multiple of 3"),
        (Annotated[list[int], Field(min_length=2)], [1], "it must be a list of 2 items or more"),
        (Annotated[list[int], Field(min_length=1)], [], "it must be a list of 1 item or more"),
        (Annotated[list[int], Field(max_length=1)], [1, 2], "it must be a list of 1 item or fewer"),
        (Annotated[str, Field(min_length=1)], "", "it must be text that is not empty"),
        (Annotated[str, Field(min_length=3)], "x", "it must be text of 3 characters or more"),
        (Annotated[str, Field(max_length=1)], "xy", "it must be text of 1 character or fewer"),
        (Annotated[float, Field(allow_inf_nan=False)], float("inf"), "it must be a finite number"),
        (
            Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$")],
            "My Town",
            "it must be lower case letters, digits and underscores, a letter first",
        ),
        (Annotated[str, Field(pattern="^z")], "x", "it must be written in another way"),
        (Literal["on", "off"], "onn", "it must be 'on' or 'off': did you mean 'on'?"),
        (Literal["a", "b", "c"], 7, "it must be 'a', 'b' or 'c'"),
    ],
)
def test_what_is_wanted_is_said(kind: Any, given: Any, said: str) -> None:
    (found,) = complaints(kind, given)
    assert reason(found) == said


@pytest.mark.parametrize("kind", get_args(ErrorType))
def test_no_complaint_is_passed_on_in_its_own_words(kind: str) -> None:
    numbers = dict.fromkeys(("gt", "ge", "lt", "le", "multiple_of", "min_length", "max_length"), 1)
    ctx = {**numbers, "pattern": "^x$", "expected": "'x'", "error": "ours"}
    said = reason({"type": kind, "loc": ("x",), "input": "y", "ctx": ctx, "msg": "Input should be"})
    assert said
    assert not any(word in said.lower() for word in RAW)


def test_several_forms_are_named_once_each() -> None:
    found = complaints(Literal["all"] | list[int] | tuple[int, ...], 3)
    assert reason(*found) == "it must be 'all', or a list"


def test_what_we_say_ourselves_is_said_on_one_line() -> None:
    assert reason({"type": "value_error", "ctx": {"error": ValueError("a\n  b")}}) == "a b"
    assert reason({"type": "missing", "input": {}}) == "this key is missing"


def test_what_is_unheard_of_is_still_a_clause() -> None:
    assert wanted({"type": "new_error"}) == ""
    assert reason({"type": "new_error", "input": 3}) == "this value is not possible here"


def test_long_values_are_cut() -> None:
    assert shown("a\nb") == "'a\\nb'"
    assert len(shown(list(range(99)))) == 60


# --- which of several complaints ------------------------------------------------------------------


def spoken(loc: Any) -> Any:
    """Places without the names of forms, which begin in upper case here."""
    return [part for part in loc if isinstance(part, int) or part.islower()]


def told(*complaints: tuple[str, tuple[str | int, ...]]) -> list[str]:
    return [
        each["type"]
        for each in foremost([{"type": kind, "loc": loc} for kind, loc in complaints], spoken)
    ]


@pytest.mark.parametrize(
    ("complaints", "found"),
    [
        ([("int_type", ("a",)), ("missing", ("b",))], ["int_type"]),
        ([("int_type", ("a",)), ("extra_forbidden", ("b",))], ["extra_forbidden"]),
        ([("value_error", ()), ("int_type", ("a",))], ["value_error"]),
        (  # a form that fits further was meant
            [
                ("literal_error", ("a", "L")),
                ("missing", ("a", "S", "n")),
                ("list_type", ("a", "T")),
            ],
            ["missing"],
        ),
        (  # a form that fits by its type was meant
            [("literal_error", ("a", "L")), ("dict_type", ("a", "S")), ("too_short", ("a", "T"))],
            ["too_short"],
        ),
        (  # none fits: all are named
            [("literal_error", ("a", "L")), ("dict_type", ("a", "S")), ("int_type", ("b",))],
            ["literal_error", "dict_type"],
        ),
    ],
)
def test_the_complaint_that_explains_most_comes_first(complaints: Any, found: list[str]) -> None:
    assert told(*complaints) == found
