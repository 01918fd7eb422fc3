"""An answer taken apart: sentences, clauses, and how each value in them is spoken of."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest

from sim.judging import cues
from sim.text import normal

_MARK = re.compile(r"⟦(\d+)⟧")
_SENTENCE_END = re.compile(r"(?<=[.!?])[\"')\]]*\s+|\n+")
_CLAUSE_END = re.compile(
    r"\s*(?:;|:(?=\s)|—|–|\s-\s)\s*|,?\s+(?=(?:so|therefore|hence|thus|which means|meaning)\b)"
    r"|,?\s+(?=(?:but|though|although|however|yet|except)\b)",
    re.IGNORECASE,
)
_CONTRAST = re.compile(r"\W*(?:but|though|although|however|yet|except|that said)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Mention:
    """A value in a clause: which one, and the words between its neighbours and it.

    ``after`` ends with an opening mark if another value follows.
    """

    value: int
    before: str
    after: str


@dataclass(frozen=True)
class Clause:
    """A piece of a sentence that commits itself to one thing, values masked."""

    text: str

    @property
    def contrasts(self) -> bool:
        """Whether it takes back something of what came before ("but", "however")."""
        return _CONTRAST.match(self.text) is not None

    @cached_property
    def doubts(self) -> bool:
        """Whether it says that something is unknown or may be otherwise."""
        return bool(cues.UNKNOWING.search(self.text) or cues.MAYBE.search(self.text))

    @cached_property
    def questions(self) -> bool:
        """Whether it doubts, or says that what was known has lapsed."""
        return self.doubts or bool(cues.LAPSED.search(self.text))

    @property
    def retracts(self) -> bool:
        """Whether it doubts what was said just before."""
        return self.questions and bool(self.contrasts or cues.VALIDITY.search(self.text))

    def mentions(self) -> Iterator[Mention]:
        """The values in it, in order."""
        marks = list(_MARK.finditer(self.text))
        for at, mark in enumerate(marks):
            start = marks[at - 1].end() if at else 0
            end = marks[at + 1].start() + 1 if at + 1 < len(marks) else len(self.text)
            before, after = self.text[start : mark.start()], self.text[mark.end() : end]
            yield Mention(int(mark.group(1)), before.rstrip(" \"'("), after)


@dataclass(frozen=True)
class Passage:
    """An answer, read with an eye to some values.

    >>> passage = Passage.read("It was Brask; now it is Keldara Grove.", ["Keldara Grove", "brask"])
    >>> passage.order()
    [1, 0]
    """

    clauses: tuple[Clause, ...]

    @classmethod
    def read(cls, text: str, values: Sequence[str]) -> Passage:
        """Mask the values in a text and cut it into clauses; invitations are left out."""
        masked = _mask(plain(text), values)
        kept = [s for s in _SENTENCE_END.split(masked) if s and not _only_invites(s)]
        return cls(tuple(Clause(c) for s in kept for c in _CLAUSE_END.split(s) if c))

    def order(self) -> list[int]:
        """The values as they come up; the same one several times in a row counts once."""
        found = [mention.value for clause in self.clauses for mention in clause.mentions()]
        return [value for at, value in enumerate(found) if at == 0 or found[at - 1] != value]

    def placed(self) -> Iterator[tuple[Mention, Clause, Clause | None]]:
        """Every mention with its clause and the clause behind it."""
        for clause, behind in zip_longest(self.clauses, self.clauses[1:]):
            for mention in clause.mentions():
                yield mention, clause, behind

    @property
    def doubts(self) -> bool:
        """Whether any clause says that something is unknown or may be otherwise."""
        return any(clause.doubts for clause in self.clauses)

    @property
    def questions(self) -> bool:
        """Whether any clause doubts, or says that what was known has lapsed."""
        return any(clause.questions for clause in self.clauses)

    def has(self, cue: re.Pattern[str]) -> bool:
        """Whether a cue comes up anywhere."""
        return any(cue.search(clause.text) for clause in self.clauses)


def plain(text: str) -> str:
    """A text without what would hide a cue or a value: typographic apostrophes, markup, ligatures.

    >>> plain("It is **Joe\u2019s**, in Hauptstra\u00dfe.")
    "It is Joe's, in Hauptstrasse."
    """
    even = unicodedata.normalize("NFKC", text).replace("\u2019", "'").replace("\u2018", "'")
    return re.sub(r"[ \t]+", " ", re.sub(r"[*_`⟦⟧]", "", _spelt(even)))


def _spelt(text: str) -> str:
    """Letters that fold into several are written as these, so that case can be ignored."""
    if text.isascii():
        return text
    folded = ((letter, letter.casefold()) for letter in text)
    spelt = "".join(fold if len(fold) > 1 else letter for letter, fold in folded)
    return unicodedata.normalize("NFKC", spelt)


def _mask(text: str, values: Sequence[str]) -> str:
    """Replace each value (whole words, case and spacing free) by a mark; longer ones win."""
    numbers = {normal(plain(value)): number for number, value in enumerate(values)}
    names = sorted((name for name in numbers if name), key=lambda name: (-len(name), name))
    if not names:
        return text
    found = re.compile("|".join(_whole(name) for name in names), re.IGNORECASE)
    return found.sub(lambda hit: _marked(hit.group(), numbers), text)


def _marked(hit: str, numbers: dict[str, int]) -> str:
    """The mark of a value; without case, patterns match a dotless i where there is none."""
    number = numbers.get(normal(hit))
    return hit if number is None else f"⟦{number}⟧"


def _whole(name: str) -> str:
    words = r"\s+".join(re.escape(word) for word in name.split())
    left = r"(?<!\w)" if name[0].isalnum() else ""
    right = r"(?!\w)" if name[-1].isalnum() else ""
    return f"{left}{words}{right}"


def _only_invites(sentence: str) -> bool:
    return bool(cues.INVITATION.search(sentence)) and not _MARK.search(sentence)
