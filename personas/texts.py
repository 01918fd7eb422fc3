"""Texts with slots, and the types that data files use for names and for lists of texts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, StringConstraints, WithJsonSchema

_SLOT = re.compile(r"\{(\w*)\}")


def _as_tuple(written: Any) -> Any:
    """One text stands for a list of one; a list for a tuple."""
    if isinstance(written, str):
        return (written,)
    return tuple(written) if isinstance(written, list) else written


def _several(written: Any) -> Any:
    return tuple(written) if isinstance(written, list) else written


Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$")]
Text = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]
Texts = Annotated[
    tuple[Text, ...],
    BeforeValidator(_as_tuple),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}),
]
SomeTexts = Annotated[
    tuple[Text, ...],
    Field(min_length=1),
    BeforeValidator(_as_tuple),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string"},
                {"type": "array", "items": {"type": "string"}, "minItems": 1},
            ]
        }
    ),
]
Several = BeforeValidator(_several)


def slots(text: str) -> tuple[str, ...]:
    """The names of the slots of a text, in order.

    >>> slots("For the {theme} I will take {value}.")
    ('theme', 'value')
    """
    return tuple(_SLOT.findall(text))


def pieces(text: str) -> tuple[str, ...]:
    """What stands between the slots of a text.

    >>> pieces("For the {theme}, please.")
    ('For the ', ', please.')
    """
    return tuple(_SLOT.split(text)[::2])


def fill(text: str, **values: str) -> str:
    """A text with its slots filled; it begins with a capital even if a slot stands first.

    >>> fill("{value} for the {theme}, then.", value="green tiles", theme="bath")
    'Green tiles for the bath, then.'
    """
    filled = _SLOT.sub(lambda slot: values[slot.group(1)], text)
    return filled[:1].upper() + filled[1:] if text.startswith("{") else filled


def refuse_unknown_slots(texts: Iterable[str], allowed: tuple[str, ...]) -> None:
    """Raise ValueError if a text has a slot that nobody fills."""
    for text in texts:
        for slot in slots(text):
            if slot not in allowed:
                known = ", ".join(f"{{{name}}}" for name in allowed) or "none"
                raise ValueError(f"no slot is called {{{slot}}} in {text!r} (slots here: {known})")


def refuse_questions(texts: Iterable[str]) -> None:
    """Raise ValueError if one of some texts is no statement."""
    for text in texts:
        if text.endswith("?"):
            raise ValueError(f"a remark states something, {text!r} is a question")
