"""A world file as text, read into the schema; whatever is wrong becomes a list of problems."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from sim.files import why_not
from sim.reasons import reason, shown
from worlds.problems import Problem, error
from worlds.schema import WorldFile

_NOT_TEXT = "put it in quotes, YAML took it for something other than text"


class _Loader(yaml.SafeLoader):
    """YAML without silent surprises: the same key twice in one place is an error."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        seen: set[str] = set()
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode):
                continue
            if key.value in seen:
                raise yaml.constructor.ConstructorError(
                    None, None, f"the key {key.value!r} stands here twice", key.start_mark
                )
            seen.add(key.value)
        return super().construct_mapping(node, deep)


def read_file(path: Path) -> tuple[WorldFile | None, list[Problem]]:
    """The file in the schema, or None and everything that kept it from getting there."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as cause:
        return None, [error("file", why_not(path, cause))]
    return read_text(text)


def read_text(text: str) -> tuple[WorldFile | None, list[Problem]]:
    """The same for the text itself."""
    try:
        content = yaml.load(text, Loader=_Loader)  # noqa: S506  (a SafeLoader underneath)
    except (yaml.YAMLError, ValueError, RecursionError) as cause:  # 2031-02-31 is a ValueError
        return None, [_yaml_problem(cause)]
    if not isinstance(content, dict):
        return None, [error("file", "is not a mapping with keys such as 'name' and 'entities'")]
    try:
        return WorldFile.model_validate(content), []
    except ValidationError as refused:
        return None, [_schema_problem(dict(e)) for e in refused.errors(include_url=False)]


def write_text(file: WorldFile) -> str:
    """The file as YAML, without the keys that were left at their defaults."""
    content = file.model_dump(exclude_defaults=True)
    return yaml.safe_dump(content, sort_keys=False, allow_unicode=True, width=96)


def _yaml_problem(cause: Exception) -> Problem:
    mark = getattr(cause, "problem_mark", None)
    what = getattr(cause, "problem", None) or str(cause)
    return error(f"line {mark.line + 1}" if mark else "file", f"is not YAML: {what}")


def _schema_problem(found: dict[str, Any]) -> Problem:
    where = path_of(found["loc"])
    if found["type"] == "string_type":
        return error(where, f"{found['input']!r} is not text: {_NOT_TEXT}")
    if found["type"] == "missing":
        return error(where, "is missing")
    if found["type"] in ("value_error", "assertion_error"):
        return error(where or "file", reason(found))
    return error(where or "file", f"{shown(found['input'])} cannot stand here: {reason(found)}")


def path_of(parts: Sequence[str | int]) -> str:
    """A place inside the file, such as ``entities.home.pool.2``."""
    return ".".join(str(part) for part in parts if part != "[key]")
