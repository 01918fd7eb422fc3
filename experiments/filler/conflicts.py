"""Step 3 of the conflict filter: whether a filler session could be taken for a user's fact.

The rule stands where MEME asks a model (appendix B.4). It knows the wording of a world, so it finds
what a scripted or a literal reader could stumble over; what only an understanding reader would
find, such as a family home beside a one-bedroom flat, it does not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from experiments.filler.gold import wordings
from experiments.filler.session import Filler
from sim.text import contains, normal
from worlds import Entity

Conflict = Literal["contradiction", "alternative", "entity_confusion"]
CONFLICTS: tuple[Conflict, ...] = ("contradiction", "alternative", "entity_confusion")

FIRST_PERSON = frozenset({"i", "my", "we", "our", "me", "us", "i'm", "i've", "we've"})
LEAST_WORDS = 2  # of a wording before its value, to be told from other sentences
_NAME = re.compile(r"[A-Z][\w'’-]{3,}")
_INSIDE = r"(?<![.!?\n] )(?<!^)(?<!\n)\b{}\b"  # not the capital that begins a sentence


@dataclass(frozen=True)
class Watch:
    """What gives away that a text speaks of an entity."""

    entity: Entity

    def conflict(self, filler: Filler) -> Conflict | None:
        """The gravest conflict of a filler session with this entity, or None."""
        if self._claims(filler.said_by("user")):
            return "contradiction"
        if self._names_a_value(filler.text):
            return "entity_confusion"
        return "alternative" if self._speaks_of_it(filler) else None

    @cached_property
    def _claim(self) -> re.Pattern[str] | None:
        """First-person sentences as the world words them, up to where the value would stand."""
        starts = sorted({start for start in map(_before_value, wordings(self.entity)) if start})
        listed = "|".join(re.escape(start) for start in starts)
        return re.compile(rf"(?<!\w)(?:{listed}) \w") if listed else None

    @cached_property
    def _names(self) -> re.Pattern[str] | None:
        """Words of values that are names and stand out by their capital."""
        found = sorted({name for value in self.entity.values for name in _NAME.findall(value)})
        listed = "|".join(map(re.escape, found))
        return re.compile(_INSIDE.format(f"(?:{listed})"), re.MULTILINE) if listed else None

    def _claims(self, said: str) -> bool:
        return self._claim is not None and self._claim.search(normal(said)) is not None

    def _names_a_value(self, text: str) -> bool:
        whole = any(contains(text, value) for value in self.entity.pool if _stands_out(value))
        return whole or (self._names is not None and self._names.search(text) is not None)

    def _speaks_of_it(self, filler: Filler) -> bool:
        phrase = self.entity.phrase
        yours = re.sub(r"^(?:my|our)\b", "your", phrase)
        mine = contains(filler.said_by("user"), phrase)
        return mine or contains(filler.said_by("assistant"), yours)


def _before_value(template: str) -> str:
    """The words before the value, if they say who speaks and are enough to go by.

    >>> _before_value("I live in {value}."), _before_value("{value} it is.")
    ('i live in', '')
    """
    start = normal(template.partition("{value}")[0]).strip()
    said = start.split()
    return start if len(said) >= LEAST_WORDS and not FIRST_PERSON.isdisjoint(said) else ""


def _stands_out(value: str) -> bool:
    """Whether a value is more than one small everyday word, such as "none"."""
    return len(value.split()) > 1 or any(letter.isupper() for letter in value)
