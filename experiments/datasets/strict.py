"""Reading data files strictly: whatever is wrong becomes one sentence with file and line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from sim.errors import BadData, did_you_mean
from sim.reasons import reason, shown

M = TypeVar("M", bound=BaseModel)


def parse(text: str | bytes, model: type[M], where: str) -> M:
    """One JSON object as a model. Raises BadData that names the place and the nearest key."""
    try:
        return model.model_validate_json(text)
    except ValidationError as error:
        raise BadData(where, complaint(error, model)) from error


def complaint(error: ValidationError, model: type[BaseModel]) -> str:
    """The first thing wrong with a model's data, in one clause."""
    first = error.errors(include_url=False)[0]
    key = ".".join(str(part) for part in first["loc"])
    if first["type"] == "extra_forbidden":
        known = model.model_fields if len(first["loc"]) == 1 else ()
        return f"unknown key {key!r}{did_you_mean(key, known)}"
    if first["type"] == "missing":
        return f"the key {key!r} is missing"
    if first["type"] == "json_invalid":
        return f"this is no complete JSON object ({first['ctx']['error']}); the file may be cut off"
    said = reason(first)
    if first["type"] not in ("value_error", "assertion_error"):
        said = f"{shown(first['input'])} cannot stand here: {said}"
    return f"{key}: {said}" if key else said


def rows(
    path: Path, model: type[M], *, offset: int, first_line: int, count: int
) -> Iterator[tuple[str, M]]:
    """``count`` lines of a JSONL file from a byte offset on, each with its place."""
    with path.open("rb") as file:
        file.seek(offset)
        for number in range(first_line, first_line + count):
            where = f"{path}, line {number}"
            yield where, parse(file.readline(), model, where)
