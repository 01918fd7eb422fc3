"""How a scripted reader words an answer: plainly, one thought, no value that is not meant."""

from __future__ import annotations

from collections.abc import Sequence

NOTHING_KNOWN = "I do not know: nothing I remember says anything about that."
NO_LONGER_KNOWN = (
    "I do not know any more: something that it depends on has changed since it was mentioned."
)
FORGOTTEN = "That information is not available: I was asked to forget it."


def value(text: str) -> str:
    """The one value that holds now.

    >>> value("Keldara Grove")
    'It is Keldara Grove.'
    """
    return f"It is {text}."


def verbatim(text: str) -> str:
    """A string word for word.

    >>> verbatim("Calm. Then work.")
    '"Calm. Then work."'
    """
    return f'"{text}"'


def history(values: Sequence[str]) -> str:
    """All values in order, earliest first.

    >>> history(["oak"]), history(["oak", "ash", "elm"])
    ('It has only been oak.', 'First oak, then ash, then elm.')
    """
    if len(values) == 1:
        return f"It has only been {values[0]}."
    return f"First {', then '.join(values)}."


def joint(parts: Sequence[tuple[str, str | None]]) -> str:
    """The values of several entities; those without one are said to be unknown.

    >>> joint([("tea_shop", "Ostrel"), ("gym", None)])
    'tea shop: Ostrel; gym: not known.'
    """
    named = (f"{entity.replace('_', ' ')}: {value or 'not known'}" for entity, value in parts)
    return f"{'; '.join(named)}."
