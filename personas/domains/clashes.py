"""Values that could be taken for something else: a fact must be recognisable by its value alone."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from personas.domains.pack import DomainPack
from personas.texts import pieces
from sim.text import normal

_WORD = re.compile(r"[^\W_]+")
Placed = tuple[str, str]  # (place in the file, text)


@dataclass(frozen=True, slots=True)
class Clash:
    """A value that also occurs elsewhere."""

    where: str
    value: str
    elsewhere: str
    text: str

    def __str__(self) -> str:
        return f"the value {self.value!r} also occurs at {self.elsewhere} ({self.text!r})"


def among_values(values: Sequence[Placed]) -> Iterator[Clash]:
    """Values that equal one another or are part of one another; case and spacing do not count."""
    by_length = sorted(values, key=lambda placed: len(normal(placed[1])))
    for short, long in _holding(by_length, by_length):
        if short < long:
            yield Clash(*by_length[short], *by_length[long])


def between(one: Sequence[Placed], other: Sequence[Placed]) -> Iterator[Clash]:
    """Values of one pack that equal, or are part of, values of another; both ways."""
    pairs = {*_holding(one, other), *((ours, theirs) for theirs, ours in _holding(other, one))}
    for ours, theirs in sorted(pairs):
        yield Clash(*one[ours], *other[theirs])


def _holding(sought: Sequence[Placed], among: Sequence[Placed]) -> Iterator[tuple[int, int]]:
    """Which value is part of which, by their places: one search through all texts for each.

    >>> list(_holding([("a", "oak")], [("b", "elm"), ("c", "an Oak chest")]))
    [(0, 1)]
    """
    texts = [normal(text) for _, text in among]
    joined = "\n".join(texts)  # a text in normal form holds no line break
    starts = [0, *accumulate(len(text) + 1 for text in texts)]
    for number, (_, value) in enumerate(sought):
        needle = normal(value)
        at = joined.find(needle)
        while at >= 0:
            holder = bisect_right(starts, at) - 1
            yield number, holder
            at = joined.find(needle, starts[holder + 1])


def in_texts(values: Iterable[Placed], texts: Iterable[Placed]) -> Iterator[Clash]:
    """Values that occur, word for word, in a text somebody may say without meaning them.

    The texts are indexed by their runs of words, so that cost grows with texts plus values. Texts
    are taken apart at their slots. Errs on the side of reporting: punctuation does not count.

    >>> [str(c) for c in in_texts([("a", "Brask")], [("b", "Is it far to Brask?")])]
    ["the value 'Brask' also occurs at b ('Is it far to Brask?')"]
    """
    sought = [(where, value, _words(value)) for where, value in values]
    runs = _runs(texts, longest=max((len(words) for *_, words in sought), default=0))
    for where, value, words in sought:
        if words in runs:
            yield Clash(where, value, *runs[words])


def _runs(texts: Iterable[Placed], longest: int) -> dict[tuple[str, ...], Placed]:
    runs: dict[tuple[str, ...], Placed] = {}
    for where, text in texts:
        for piece in pieces(text):
            words = _words(piece)
            for start in range(len(words)):
                for end in range(start + 1, min(start + longest, len(words)) + 1):
                    runs.setdefault(words[start:end], (where, text))
    return runs


def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(normal(text)))


@lru_cache(maxsize=1024)
def first_between(one: DomainPack, other: DomainPack) -> Clash | None:
    """The first clash of two packs in one life: value with value, or value with a spoken text."""
    ours, theirs = tuple(one.values()), tuple(other.values())
    clashes = list(between(ours, theirs))
    clashes += in_texts(ours, other.spoken())
    clashes += in_texts(theirs, one.spoken())
    return clashes[0] if clashes else None


@lru_cache(maxsize=256)
def first_within(pack: DomainPack) -> Clash | None:
    """The first clash inside one pack: value with value, or value with a spoken text."""
    values = tuple(pack.values())
    clashes = [*among_values(values), *in_texts(values, pack.spoken())]
    return clashes[0] if clashes else None
