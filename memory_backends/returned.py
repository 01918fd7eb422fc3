"""What a backend gives back is looked at once, where it comes in, in the words of its author."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from math import isfinite
from types import UnionType

from sim.errors import RunFailed
from sim.views import Answer, Memory

NOTHING: Mapping[str, Memory] = {}
FIELDS: tuple[tuple[str, type | UnionType, str], ...] = (
    ("id", str, "a str"),
    ("text", str, "a str"),
    ("created_at", datetime, "a datetime"),
    ("sessions", tuple | list, "a tuple of session ids"),
    ("turns", tuple | list, "a tuple of turn ids"),
    ("score", int | float | None, "a float or None"),
)


def memories(step: str, given: object, known: Mapping[str, Memory] = NOTHING) -> list[Memory]:
    """The memories that ``search`` or ``get_all`` returned.

    ``known`` are memories by id that were looked at before: the very same object is good again, so
    that a store that is listed after every session is not looked at from its beginning each time.

    >>> memories("search", ["I live in Brask."])
    Traceback (most recent call last):
    ...
    sim.errors.RunFailed: search must return a list of sim.views.Memory, it returned a list of str
    """
    if not isinstance(given, list | tuple) or any(not isinstance(m, Memory) for m in given):
        raise RunFailed(
            f"{step} must return a list of sim.views.Memory, it returned {_kind(given)}"
        )
    for memory in given:
        if not isinstance(memory.id, str) or known.get(memory.id) is not memory:
            _check(step, memory)
    return list(given)


def answer(given: object) -> Answer:
    """The answer of a backend that answers itself, and the memories it rests on."""
    if not isinstance(given, Answer):
        raise RunFailed(f"answer must return a sim.views.Answer, it returned {_kind(given)}")
    if not isinstance(given.text, str):
        raise RunFailed(f"the text of an answer must be a str, it is {_kind(given.text)}")
    return Answer(given.text, tuple(memories("answer", given.memories)))


def _check(step: str, memory: Memory) -> None:
    """Refuse a memory that could not be written down or compared."""
    its = f"{step} returned memory {memory.id!r} whose"
    for field, kind, wanted in FIELDS:
        value = getattr(memory, field)
        if not isinstance(value, kind):
            raise RunFailed(f"{its} {field} must be {wanted}, it is {_kind(value)}")
    if memory.created_at.tzinfo is not None:
        raise RunFailed(f"{its} created_at has a time zone: simulated time has none")
    if memory.score is not None and not isfinite(memory.score):
        raise RunFailed(f"{its} score is {memory.score}: leave it None where there is none")
    if not memory.text.isascii() and any("\ud800" <= sign <= "\udfff" for sign in memory.text):
        raise RunFailed(f"{its} text holds half a character (a lone surrogate)")


def _kind(given: object) -> str:
    """A value's type, and that of the first thing in a list that should not be there."""
    if given is None:
        return "None"
    name = type(given).__name__
    if isinstance(given, list | tuple):
        wrong = next((each for each in given if not isinstance(each, Memory)), None)
        return f"a {name} of {type(wrong).__name__}"
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
