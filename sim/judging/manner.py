"""How an answer speaks of a value: as what holds now, or in some weaker way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from sim.judging import cues
from sim.judging.passage import Clause, Mention, Passage

Manner = Literal["asserted", "reported", "past", "denied", "conditional", "future", "doubted"]


def manners(passage: Passage) -> Iterator[tuple[int, Manner]]:
    """Every mention of a value, in order, with the manner of it.

    >>> list(manners(Passage.read("It was oak, but now it is elm.", ["oak", "elm"])))
    [(0, 'past'), (1, 'asserted')]
    """
    for mention, clause, behind in passage.placed():
        yield mention.value, _manner(mention, clause, behind)


def _manner(mention: Mention, clause: Clause, behind: Clause | None) -> Manner:
    """The weakest reading that the words allow."""
    if _doubted(clause, behind):
        return "doubted"
    if cues.CONDITION.search(clause.text):
        return "conditional"
    if cues.FUTURE.search(mention.before):
        return "future"
    return _standing(mention)


def _doubted(clause: Clause, behind: Clause | None) -> bool:
    hedged = clause.doubts or cues.HEDGE.search(clause.text)
    return bool(hedged) or (behind is not None and behind.retracts)


def _standing(mention: Mention) -> Manner:
    leading = cues.ARRIVAL.sub("", cues.PRESENT.split(mention.before)[-1])
    if cues.PAST.search(leading) or cues.OVER.search(mention.after):
        return "past"
    if cues.DENIED.search(leading):
        return "denied"
    return "reported" if cues.REPORTED.search(leading) else "asserted"
