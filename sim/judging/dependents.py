"""Judges for what follows from a change: the new value alone (cascade), or doubt (absence)."""

from __future__ import annotations

from dataclasses import dataclass

from sim.judging import cues
from sim.judging.manner import Manner, manners
from sim.judging.passage import Passage
from sim.judging.rule import quoted, verdict
from sim.probes import Gold, Verdict
from sim.text import normal

CURRENT: tuple[Manner, ...] = ("asserted", "reported")
SET_ASIDE: tuple[Manner, ...] = ("past", "denied", "reported", "conditional")


@dataclass(frozen=True, slots=True)
class SoleAnswer:
    """Cascade: the new value as the sole, definite answer (MEME, section 4.1).

    Fails when an old value is offered beside it, when the answer hedges, and when the value is
    only announced for the future. An old value that is plainly set aside ("it used to be oak")
    is not offered.
    """

    name: str = "sole_answer"
    version: int = 2

    def judge(self, gold: Gold, question: str, answer: str) -> Verdict:  # noqa: ARG002
        """Right if every accepted value is asserted, nothing hedged and nothing else offered."""
        why = _fault(gold, answer)
        return verdict(self, not why, why or "the new value, alone and definite")


def _fault(gold: Gold, answer: str) -> str:
    values = _distinct(gold)
    passage = Passage.read(answer, values)
    found = list(manners(passage))
    new = range(len(gold.accepted))
    unsaid = [gold.accepted[n] for n in new if not any(value == n for value, _ in found)]
    if unsaid or not new:
        return f"not named: {quoted(unsaid)}"
    if passage.doubts or passage.has(cues.HEDGE) or _alternatives(passage):
        return "hedged"
    weak = [gold.accepted[n] for n in new if not _current(n, found)]
    if weak:
        return f"not stated as what holds now: {quoted(weak)}"
    offered = {v for v, manner in found if v not in new and manner not in SET_ASIDE}
    return f"an old value is offered too: {quoted([values[v] for v in sorted(offered)])}" * bool(
        offered
    )


@dataclass(frozen=True, slots=True)
class Doubt:
    """Absence: the answer admits that the value is not known now (MEME, section 4.1).

    Naming the old value is fine as the past, or while doubting it; stating it as current is not.
    """

    name: str = "doubt"
    version: int = 2

    def judge(self, gold: Gold, question: str, answer: str) -> Verdict:  # noqa: ARG002
        """Right if the answer expresses doubt and states no old value as current."""
        passage = Passage.read(answer, gold.stale)
        stated = sorted({v for v, manner in manners(passage) if manner == "asserted"})
        if stated:
            return verdict(self, False, f"states {quoted([gold.stale[v] for v in stated])}")
        if passage.questions:
            return verdict(self, True, "admits that it is not known")
        return verdict(self, False, "expresses no doubt")


def _distinct(gold: Gold) -> list[str]:
    """Accepted values, then the old ones that are not accepted too."""
    accepted = {normal(value) for value in gold.accepted}
    old = (*gold.stale, *gold.hidden)
    return [*gold.accepted, *[value for value in old if normal(value) not in accepted]]


def _current(value: int, found: list[tuple[int, Manner]]) -> bool:
    return any(v == value and manner in CURRENT for v, manner in found)


def _alternatives(passage: Passage) -> bool:
    """Whether a value is offered with an "or"."""
    return any(
        mention.before.endswith(" or") or mention.after.lstrip(" ,").startswith("or ")
        for mention, _, _ in passage.placed()
    )
