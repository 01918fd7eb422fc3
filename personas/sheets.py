"""Data files written by hand: strict YAML, errors that name the place and the nearest key."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from sim.errors import BadData, did_you_mean
from sim.files import read_text
from sim.reasons import reason, shown

LIBRARY = Path(__file__).parent / "library"
_MERGE = "tag:yaml.org,2002:merge"
_Loader: type[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Sheet(BaseModel):
    """The base of everything a person writes into a data file: frozen, strict, no unknown keys."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    @model_validator(mode="before")
    @classmethod
    def _known_keys_only(cls, written: Any) -> Any:
        if isinstance(written, dict):
            for key in written:
                if key not in cls.model_fields:
                    raise ValueError(_unknown_key(str(key), list(cls.model_fields)))
        return written


def _unknown_key(key: str, known: list[str]) -> str:
    hint = did_you_mean(key, known)
    return f"no key is called {key!r}{hint} (known: {', '.join(known)})"


S = TypeVar("S", bound=Sheet)


def read(path: Path, sheet: type[S]) -> S:
    """A file as a sheet.

    Raises:
        BadData: the file cannot be read, is no YAML, or does not fit; the message names the file
            and the place inside it.

    """
    return parse(read_text(path), sheet, where=str(path))


def parse(text: str, sheet: type[S], *, where: str) -> S:
    """A YAML text as a sheet; ``where`` names it in errors, which are BadData."""
    written = _yaml(text, where)
    if not isinstance(written, dict):
        raise BadData(where, "the file must be a mapping of keys to values")
    try:
        return sheet.model_validate(written)
    except ValidationError as refused:
        raise BadData(*_first(refused, where)) from None


class _Strict(_Loader):  # type: ignore[misc]
    """Safe YAML in which a key may stand only once and a list stands for a tuple."""


def _mapping(loader: Any, node: yaml.MappingNode) -> dict[Any, Any]:
    keys = [key.value for key, _ in node.value if key.tag != _MERGE]
    twice = next((key for at, key in enumerate(keys) if key in keys[:at]), None)
    if twice is not None:
        raise yaml.constructor.ConstructorError(
            None, None, f"the key {twice!r} stands twice", node.start_mark
        )
    loader.flatten_mapping(node)
    built = [loader.construct_object(part, True) for pair in node.value for part in pair]
    return dict(zip(built[::2], built[1::2], strict=True))


def _sequence(loader: Any, node: yaml.SequenceNode) -> tuple[Any, ...]:
    return tuple(loader.construct_object(item, deep=True) for item in node.value)


_Strict.add_constructor("tag:yaml.org,2002:map", _mapping)
_Strict.add_constructor("tag:yaml.org,2002:seq", _sequence)


def _yaml(text: str, where: str) -> object:
    try:
        return yaml.load(text, Loader=_Strict)  # noqa: S506  (derived from the safe loader)
    except yaml.YAMLError as cause:
        raise BadData(where, f"not readable as YAML: {_one_line(cause)}") from None


def _one_line(cause: yaml.YAMLError) -> str:
    mark = getattr(cause, "problem_mark", None)
    line = f" (line {mark.line + 1})" if mark is not None else ""
    return f"{getattr(cause, 'problem', None) or ' '.join(str(cause).split())}{line}"


def _first(refused: ValidationError, where: str) -> tuple[str, str]:
    """Place and sentence of the first complaint; the number of others, if any, behind it."""
    errors = refused.errors(include_url=False)
    error = errors[0]
    place = ".".join(str(part) for part in error["loc"])
    others = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    return (f"{where}, {place}" if place else where), f"{_sentence(error)}{others}"


def _sentence(error: Any) -> str:
    if error["type"] == "string_type":
        return f"{error['input']!r} is not a text: write it in quotes"
    said = reason(error)
    return f"{shown(error['input'])} cannot stand here: {said}" if _is_plain(error) else said


def _is_plain(error: Any) -> bool:
    """Whether showing what was written helps: short values of built-in checks only."""
    scalar = isinstance(error["input"], str | int | float | bool)
    return scalar and error["type"] != "value_error"
