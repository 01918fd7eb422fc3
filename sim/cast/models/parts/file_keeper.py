"""Keeping a markdown file, one tool call at a time."""

from __future__ import annotations

from collections.abc import Mapping

from sim.cast.models.exchange import Schema
from sim.cast.models.parts.part import Part, choice, schema_of, several, shown_turns, words
from sim.cast.models.repair import Unusable, json_object, string
from sim.roles.file_keeper import TOOLS, KeeperInput, ToolCall

MOST_LINES, LONGEST_LINE = 60, 240  # lines in one call, characters a line


def _shown(given: KeeperInput) -> Mapping[str, object]:
    return {
        "transcript": shown_turns(given.session.turns),
        "read": given.shown is not None,
        "lines": list(given.shown or ()),
        "left": given.left,
    }


def _schema(given: KeeperInput) -> Schema:  # noqa: ARG001
    return schema_of(tool=choice(TOOLS), lines=several(words(LONGEST_LINE), MOST_LINES))


def _read(reply: str, given: KeeperInput) -> ToolCall:  # noqa: ARG001
    found = json_object(reply)
    said = string(found, "tool")
    tool = next((each for each in TOOLS if each == said), None)
    if tool is None:
        raise Unusable(f"The key 'tool' must be one of {', '.join(TOOLS)}.")
    lines = found.get("lines", [])
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise Unusable("The key 'lines' must be a list of texts.")
    kept = [" ".join(line.split())[:LONGEST_LINE] for line in lines[:MOST_LINES]]
    return ToolCall(tool, tuple(line for line in kept if line))


PART = Part("file_keeper", _shown, _read, room=1200, schema=_schema)
