"""Why a value cannot stand where it stands, in plain words.

Data files, recipes and options are read by pydantic, whose messages speak of types and schemas.
Here one of its complaints (an item of ``ValidationError.errors()``) becomes a clause that says
what is wanted instead. Nothing here imports pydantic.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sim.errors import did_you_mean, folded

Complaint = Mapping[str, Any]
Place = Sequence[str | int]
LONGEST = 60  # characters of a value that are shown

_PLAIN = {
    "int": "a whole number",
    "float": "a number",
    "decimal": "a number",
    "finite_number": "a finite number",
    "bool": "true or false",
    "string": "text, in quotes if YAML takes it for something else",
    "bytes": "text",
    "dict": "a mapping of keys to values",
    "mapping": "a mapping of keys to values",
    "model": "a mapping of keys to values",
    "model_attributes": "a mapping of keys to values",
    "dataclass": "a mapping of keys to values",
    "list": "a list",
    "tuple": "a list",
    "set": "a list",
    "frozen_set": "a list",
    "date": "a date such as 2031-01-06",
    "date_from_datetime": "a date such as 2031-01-06",
    "datetime": "a date and time such as 2031-01-06T12:00",
    "datetime_from_date": "a date and time such as 2031-01-06T12:00",
    "none": "nothing",
}
"""What is wanted where a value is of another type, by the beginning of the complaint's type."""

_NAME = "lower case letters, digits and underscores, a letter first"
_PATTERNS = {
    "^[a-z][a-z0-9_]*$": _NAME,
    "^s\\d{4,}$": "s and a number of four digits, such as s0001",
    "^u\\d{4,}$": "u and a number of four digits, such as u0001",
    "^[A-Za-z0-9][A-Za-z0-9._-]*$": "letters, digits, dots, dashes and underscores",
    "^gold:": "text that begins with gold:",
}

_BOUNDS: Mapping[str, Callable[[Any], str]] = {
    "greater_than": lambda ctx: f"more than {ctx['gt']}",
    "greater_than_equal": lambda ctx: f"{ctx['ge']} or more",
    "less_than": lambda ctx: f"less than {ctx['lt']}",
    "less_than_equal": lambda ctx: f"{ctx['le']} or less",
    "multiple_of": lambda ctx: f"a multiple of {ctx['multiple_of']}",
    "too_short": lambda ctx: f"a list of {_items(ctx['min_length'])} or more",
    "too_long": lambda ctx: f"a list of {_items(ctx['max_length'])} or fewer",
    "string_too_short": lambda ctx: _letters(ctx["min_length"], "or more"),
    "string_too_long": lambda ctx: _letters(ctx["max_length"], "or fewer"),
    "string_pattern_mismatch": lambda ctx: _PATTERNS.get(ctx["pattern"], "written in another way"),
    "literal_error": lambda ctx: str(ctx["expected"]),
}


def wanted(complaint: Complaint) -> str:
    """What should stand there, as it follows "it must be"; "" if the complaint does not say.

    >>> wanted({"type": "too_short", "ctx": {"min_length": 2}, "input": []})
    'a list of 2 items or more'
    >>> wanted({"type": "int_parsing", "input": "soon"})
    'a whole number'
    """
    kind = str(complaint["type"])
    if kind in _BOUNDS:
        return _BOUNDS[kind](complaint["ctx"])
    stems = (kind[: len(kind) - cut] for cut in range(len(kind)))
    return next((_PLAIN[stem] for stem in stems if stem in _PLAIN), "")


def reason(complaint: Complaint, *others: Complaint) -> str:
    """The clause about one value, without the value; ``others`` are more it may be instead.

    >>> reason({"type": "greater_than_equal", "ctx": {"ge": 1}, "input": 0})
    'it must be 1 or more'
    >>> reason({"type": "missing", "input": {}})
    'this key is missing'
    """
    kind = str(complaint["type"])
    if kind == "missing":
        return "this key is missing"
    if kind in ("value_error", "assertion_error"):
        return folded(str(complaint["ctx"]["error"]))
    ways = list(dict.fromkeys(filter(None, map(wanted, (complaint, *others)))))
    if not ways:
        return "this value is not possible here"
    return f"it must be {', or '.join(ways)}{_near(complaint)}"


def shown(value: object) -> str:
    """A value as a message shows it: short, on one line.

    >>> shown("x" * 99) == repr("x" * 99)[:57] + "..."
    True
    """
    text = folded(repr(value))
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def foremost(complaints: Sequence[Complaint], place: Callable[[Place], Place]) -> list[Complaint]:
    """The complaint that explains most, and behind it others about the same value.

    Where several forms are possible pydantic complains about each: the form that was meant is
    the one that fits furthest. ``place`` leaves out the parts of a ``loc`` that name such forms.

    >>> forms = [{"type": "literal_error", "loc": ("who", "all")},
    ...          {"type": "greater_than", "loc": ("who", "Sample", "n")}]
    >>> [each["type"] for each in foremost(forms, lambda loc: loc[:1])]
    ['greater_than']
    """
    unknown = [each for each in complaints if each["type"] == "extra_forbidden"]
    first = (unknown or complaints)[0]
    if not _is_of_form(first):
        return [first]
    at = tuple(place(first["loc"]))
    same = [each for each in complaints if tuple(place(each["loc"]))[: len(at)] == at]
    depth = max(len(each["loc"]) for each in same)
    deepest = [each for each in same if len(each["loc"]) == depth]
    fitting = [each for each in deepest if not _is_of_form(each)]
    return fitting[:1] or [e for e in deepest if place(e["loc"]) == place(deepest[0]["loc"])]


def _is_of_form(complaint: Complaint) -> bool:
    """Whether it says no more than that another kind of value is wanted."""
    kind = str(complaint["type"])
    return kind in ("literal_error", "none_required") or kind.endswith("_type")


def _near(complaint: Complaint) -> str:
    """The nearest of the values that are possible, where these are listed."""
    if complaint["type"] != "literal_error":
        return ""
    known = str(complaint["ctx"]["expected"]).replace(" or ", ", ").split(", ")
    return did_you_mean(str(complaint.get("input")), [each.strip("'") for each in known])


def _items(count: int) -> str:
    return f"{count} item{'' if count == 1 else 's'}"


def _letters(count: int, more: str) -> str:
    if (count, more) == (1, "or more"):
        return "text that is not empty"
    return f"text of {count} character{'' if count == 1 else 's'} {more}"
