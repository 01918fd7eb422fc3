"""The judge for deletion: nothing of the value comes out, and the answer says it is not there."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from sim.judging import cues
from sim.judging.passage import Passage
from sim.judging.rule import quoted, verdict
from sim.probes import Gold, Verdict
from sim.text import contains, normal, words

SHORTEST_NAME = 3  # letters of the shortest name that gives a value away
_COMMON = frozenset(
    words("a all an and at each every for in my not of on our that the to with you your")
)


@dataclass(frozen=True, slots=True)
class Withheld:
    """Deletion: fails if the value is revealed in any way, even as something deleted.

    Source: MEME, section 4.1. A value is revealed by all its words, in whatever order, or by a
    name that is part of it; words of the question reveal nothing.
    """

    name: str = "withheld"
    version: int = 2

    def judge(self, gold: Gold, question: str, answer: str) -> Verdict:
        """Right if no hidden value shows and the answer says that nothing is available."""
        shown = [value for value in gold.hidden if reveals(answer, value, question)]
        if shown:
            return verdict(self, False, f"reveals {quoted(shown)}")
        if says_unavailable(answer):
            return verdict(self, True, "says that it is not available")
        return verdict(self, False, "does not say that it is not available")


def reveals(answer: str, value: str, question: str = "") -> bool:
    """Whether an answer gives a value away, in full or by a name in it.

    >>> reveals("It was KELDARA-grove.", "Keldara Grove"), reveals("James, I think", "James Orrin")
    (True, True)
    >>> reveals("I no longer have your sister's name.", "Sister Ann", "Who is my sister?")
    False
    """
    said, asked = _words(answer), _words(question)
    telling = _words(value) - _COMMON - asked
    if not telling:
        return contains(answer, value)
    return all(_said(word, said) for word in telling) or not said.isdisjoint(_names(value) - asked)


def _words(text: str) -> set[str]:
    """The words of a text; an underline is markup and belongs to none."""
    return set(words(text.replace("_", " ")))


def _said(word: str, said: set[str]) -> bool:
    """Whether a word is among those said, as singular or plural."""
    return not said.isdisjoint({word, f"{word}s", word.removesuffix("s")})


def says_unavailable(answer: str) -> bool:
    """Whether an answer says that something is not known, not there or was taken away."""
    passage = Passage.read(answer, [])
    return passage.has(cues.UNKNOWING) or passage.has(cues.WITHDRAWN)


def _names(value: str) -> set[str]:
    """Words of a value that are written as names."""
    found = re.findall(r"[^\W_]+", unicodedata.normalize("NFKC", value))
    capitals = [word for word in found if word[0].isupper() and len(word) >= SHORTEST_NAME]
    return {normal(word) for word in capitals} - _COMMON
