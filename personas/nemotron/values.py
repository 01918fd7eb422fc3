"""What stands in a field of a row, whatever form it was written in."""

from __future__ import annotations

import ast
from typing import Any

from personas.nemotron.fields import fields


def text(row: dict[str, Any], name: str) -> str:
    """A field as one line of text, "" if it is missing or of another kind."""
    value = row.get(name)
    return " ".join(value.split()) if isinstance(value, str) else ""


def listed(row: dict[str, Any], what: str) -> list[str]:
    """The hobbies or skills: a list, or a list written out as a text as in the published files.

    >>> listed({"hobbies_and_interests_list": "['quilting', 'chess']"}, "hobbies")
    ['quilting', 'chess']
    """
    found = next((row[name] for name in fields().lists[what] if row.get(name)), None)
    if isinstance(found, str):
        try:
            found = ast.literal_eval(found)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            found = found.split(",")
    each = found if isinstance(found, list | tuple) else ()
    return [" ".join(item.split()) for item in each if isinstance(item, str) and item.strip()]


def lowered(item: str) -> str:
    """An item of a list within a sentence: its first letter small unless it is an acronym."""
    plain = item.rstrip(".")
    return plain if plain[:2].isupper() else f"{plain[:1].lower()}{plain[1:]}"
