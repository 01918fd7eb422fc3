"""Putting a derived value into words: those in which the user spoke of the thing before."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory_backends.propagating.entries import Told
from sim.roles.extracting import read_sentence


def reworded(last: Told | None, value: str, rests_on: Sequence[Told]) -> str:
    """The user's last sentence on the matter with the new value in it, else the rule's own words.

    The sentence is used only where the old value stands in it once, as it was told.
    """
    if last is not None and last.note.value:
        old = re.compile(re.escape(last.note.value), re.IGNORECASE)
        if len(old.findall(last.note.words)) == 1:
            return old.sub(lambda _: value, last.note.words)
    name = _name(rests_on[0]) if rests_on else "it"
    return f"{name[:1].upper()}{name[1:]} is {value}."


def _name(rule: Told) -> str:
    """How the user's rule calls what it decides about."""
    read = read_sentence(rule.note.words, rule.note.turn)
    if read is not None and read.act == "rule":
        return read.about
    about = rule.note.about
    return about if " " in about else f"the {about.replace('_', ' ')}"
