"""The conflict judge: whether a filler conversation could be taken for a fact about the user.

Step 3 of MEME's conflict filter (appendix B.4), where the paper asks a model. The scripted twin
knows the wording of a world, so it finds what a scripted or a literal reader could stumble over;
what only an understanding reader would find, such as a family home beside a one-bedroom flat, it
does not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, get_args

from numpy.random import Generator

from sim.cast.role import Role
from sim.text import contains, normal
from sim.views import Speaker

Conflict = Literal["contradiction", "alternative", "entity_confusion"]
CONFLICTS: tuple[Conflict, ...] = get_args(Conflict)
NO_CONFLICT = "none"

FIRST_PERSON = frozenset({"i", "my", "we", "our", "me", "us", "i'm", "i've", "we've"})
LEAST_WORDS = 2  # of a wording before its value, to be told from other sentences
_NAME = re.compile(r"[A-Z][\w'’-]{3,}")
_INSIDE = r"(?<![.!?\n] )(?<!^)(?<!\n)\b{}\b"  # not the capital that begins a sentence


@dataclass(frozen=True, slots=True)
class Subject:
    """What somebody may be asked about: how it is called, its values, how these are told.

    ``wordings`` have ``{value}`` where the value stands; ``names`` are values whose parts may be
    names of their own (all that ever come up), ``values`` those it may take.
    """

    phrase: str
    values: tuple[str, ...]
    names: tuple[str, ...]
    wordings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ConflictInput:
    """One subject, and one conversation that should have nothing to do with it."""

    subject: Subject
    turns: tuple[tuple[Speaker, str], ...]

    def reading(self) -> str:
        """The subject with its wordings and values, and the conversation."""
        about = [self.subject.phrase, *self.subject.wordings, *self.subject.values]
        return "\n".join([*about, *(f"{who}: {text}" for who, text in self.turns)])

    def said_by(self, speaker: Speaker) -> str:
        """The turns of one of the two, one line each."""
        return "\n".join(text for who, text in self.turns if who == speaker)


@dataclass(frozen=True, slots=True)
class ConflictVerdict:
    """The gravest conflict, or None."""

    conflict: Conflict | None

    def reading(self) -> str:
        """Its name."""
        return self.conflict or NO_CONFLICT


def judge_conflict(given: ConflictInput, rng: Generator) -> ConflictVerdict:  # noqa: ARG001
    """A claim in the world's words, a name of a value, or talk of the subject, in this order."""
    subject, said = given.subject, given.said_by("user")
    if _claims(subject, said):
        return ConflictVerdict("contradiction")
    if _names_a_value(subject, "\n".join(text for _, text in given.turns)):
        return ConflictVerdict("entity_confusion")
    return ConflictVerdict("alternative" if _speaks_of(subject, given) else None)


def _claims(subject: Subject, said: str) -> bool:
    claim = _claim(subject.wordings)
    return claim is not None and claim.search(normal(said)) is not None


def _names_a_value(subject: Subject, text: str) -> bool:
    if any(contains(text, value) for value in subject.values if _stands_out(value)):
        return True
    names = _names(subject.names)
    return names is not None and names.search(text) is not None


def _speaks_of(subject: Subject, given: ConflictInput) -> bool:
    yours = re.sub(r"^(?:my|our)\b", "your", subject.phrase)
    mine = contains(given.said_by("user"), subject.phrase)
    return mine or contains(given.said_by("assistant"), yours)


@lru_cache(maxsize=512)
def _claim(wordings: tuple[str, ...]) -> re.Pattern[str] | None:
    """First-person sentences as the world words them, up to where the value would stand."""
    starts = sorted({start for start in map(_before_value, wordings) if start})
    listed = "|".join(re.escape(start) for start in starts)
    return re.compile(rf"(?<!\w)(?:{listed}) \w") if listed else None


@lru_cache(maxsize=512)
def _names(values: tuple[str, ...]) -> re.Pattern[str] | None:
    """Words of values that are names and stand out by their capital."""
    listed = "|".join(map(re.escape, sorted({n for v in values for n in _NAME.findall(v)})))
    return re.compile(_INSIDE.format(f"(?:{listed})"), re.MULTILINE) if listed else None


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


CONFLICT_JUDGE: Role[ConflictInput, ConflictVerdict] = Role(
    name="conflict_judge",
    purpose="Says whether a filler conversation could be taken for a fact about the user.",
    input=ConflictInput,
    output=ConflictVerdict,
    twin=judge_conflict,
    sees_gold=True,
)
