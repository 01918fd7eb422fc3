"""Plain English clauses: "my commute is now the tram" is about my commute, which is the tram.

No wording of any world stands here. A clause is read by its verb: a copula links a noun phrase with
its value, and a verb of doing ("I moved to Brask") names what it is about by a frame of
``frames.yaml``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

import yaml

from sim.roles.extracting.patterns import data, pattern

_COPULA = pattern(
    r"^(?P<about>@) (?:(?P<became><became>)|(?P<becomes><becomes>)|(?P<is><is>)) (?P<value>.+)$"
)
_TAIL = pattern(r",? <tail>$")
_NOT_A_VALUE = pattern(r"^<not_a_value>\b")
_WHO = r"^(?:i|we|she|he|they)(?:['’](?:ve|m|re|d|ll|s))?(?: <auxiliary>)?(?: <adverb>)* "


@dataclass(frozen=True, slots=True)
class Clause:
    """What a clause is about, the value it gives, and whether it tells of a change."""

    about: str
    value: str
    changed: bool = False


def clause_of(text: str) -> Clause | None:
    """Read a clause, or None if it gives no value to anything.

    >>> clause_of("my commute has become the night tram")
    Clause(about='my commute', value='the night tram', changed=True)
    >>> clause_of("We moved to Brask").about == clause_of("I live in Keldara Grove").about
    True
    >>> clause_of("What a lovely day") is None
    True
    """
    bare = text.strip().rstrip(".!?").strip()
    return _linked(bare) or _framed(bare)


def subject(text: str) -> str:
    """A noun phrase in the form in which it is compared.

    >>> subject("My  Commute")
    'my commute'
    """
    return re.sub(r"\s+", " ", text.strip().casefold().replace("’", "'"))


def _linked(text: str) -> Clause | None:
    found = _COPULA.match(text)
    value = _value(found["value"]) if found else ""
    if found is None or not value or _NOT_A_VALUE.match(value):
        return None
    return Clause(subject(found["about"]), value, changed=found["became"] is not None)


def _value(text: str) -> str:
    """A value without what only says when it holds, and without quotes around it."""
    bare = text.strip().rstrip(".!?")
    while (shorter := _TAIL.sub("", bare).strip(" ,;")) != bare:
        bare = shorter
    return bare.strip('"“”')


def _framed(text: str) -> Clause | None:
    for about, changed, frame in _frames():
        found = frame.match(text)
        if found and (value := _value(found["value"])):
            return Clause(about, value, changed=changed)
    return None


@cache
def _frames() -> tuple[tuple[str, bool, re.Pattern[str]], ...]:
    """The frames of the data file: what each is about, whether it tells of a change, its words."""
    read: dict[str, dict[str, list[str]]] = yaml.safe_load(data("frames.yaml"))
    return tuple(
        (about, kind == "change", pattern(rf"{_WHO}(?:{'|'.join(verbs)}) (?P<value>.+)$"))
        for about, kinds in read.items()
        for kind, verbs in sorted(kinds.items())
    )
