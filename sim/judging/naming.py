"""Judges for kinds where the right answer names values: recall, aggregation, tracking, others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sim.judging.passage import Passage, plain
from sim.judging.rule import quoted, verdict
from sim.probes import Gold, Verdict
from sim.text import contains, normal


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Exact recall: the string stands in the answer; only case and spacing may differ.

    Source: MEME, section 4.1 (deterministic substring match).
    """

    name: str = "verbatim"
    version: int = 1

    def judge(self, gold: Gold, question: str, answer: str) -> Verdict:  # noqa: ARG002
        """Right if every accepted string is part of the answer."""
        missing = [value for value in gold.accepted if normal(value) not in normal(answer)]
        if missing:
            return verdict(self, False, f"not word for word in the answer: {quoted(missing)}")
        return verdict(self, bool(gold.accepted), "the string is there word for word")


@dataclass(frozen=True, slots=True)
class AllNamed:
    """Aggregation, and every kind asked before its change: the values are in the answer.

    What else the answer says does not matter. ``partial`` is the share of values named.
    """

    name: str = "all_named"
    version: int = 2

    def judge(self, gold: Gold, question: str, answer: str) -> Verdict:  # noqa: ARG002
        """Right if every accepted value is named."""
        missing = [value for value in gold.accepted if not _names(answer, value)]
        share = 1 - len(missing) / len(gold.accepted) if gold.accepted else 0.0
        why = f"not named: {quoted(missing)}" if missing else "every value is named"
        return verdict(self, share == 1, why, share)


@dataclass(frozen=True, slots=True)
class InOrder:
    """Tracking: all values, earliest to latest, complete (MEME, section 4.1).

    The latest value may also be named up front ("It is elm now; first oak, then ash, then elm").
    ``partial`` is the share of values on the longest stretch told in the right order.
    """

    name: str = "in_order"
    version: int = 2

    def judge(self, gold: Gold, question: str, answer: str) -> Verdict:  # noqa: ARG002
        """Right if the values come up in the order of time, none missing, none out of place."""
        names = list(dict.fromkeys(normal(value) for value in gold.accepted))
        wanted = [names.index(normal(value)) for value in gold.accepted]
        found = Passage.read(answer, names).order()
        share = longest_in_order(found, wanted) / len(wanted) if wanted else 0.0
        if wanted and found in (wanted, [wanted[-1], *wanted]):
            return verdict(self, True, "complete and in order", share)
        missing = [gold.accepted[wanted.index(n)] for n in dict.fromkeys(wanted) if n not in found]
        why = f"not named: {quoted(missing)}" if missing else "the order is not that of time"
        return verdict(self, False, why, share)


def _names(answer: str, value: str) -> bool:
    """Whether a value stands in an answer, as it is or but for markup and apostrophes."""
    return contains(answer, value) or contains(plain(answer), plain(value))


def longest_in_order(found: Sequence[int], wanted: Sequence[int]) -> int:
    """How many of the wanted items come up in order (longest common subsequence).

    >>> longest_in_order([2, 0, 1], [0, 1, 2])
    2
    """
    row = [0] * (len(wanted) + 1)
    for item in found:
        above = row[:]
        for at, sought in enumerate(wanted):
            row[at + 1] = above[at] + 1 if item == sought else max(above[at + 1], row[at])
    return row[-1]
