"""Whether an answer still gives a value that was right once (no verdict: it may have no gold)."""

from __future__ import annotations

from sim.judging.dependents import CURRENT
from sim.judging.manner import manners
from sim.judging.passage import Passage
from sim.probes import Gold
from sim.text import normal


def is_stale(gold: Gold, answer: str) -> bool:
    """Whether an old value is stated as what holds now.

    An old value that is set aside ("it used to be oak") or doubted is not stale. Where a value is
    right now, naming an old one beside it counts.

    >>> gold = Gold(accepted=("elm",), stale=("oak",))
    >>> is_stale(gold, "It is oak."), is_stale(gold, "It was oak, now it is elm.")
    (True, False)
    >>> is_stale(gold, "I do not know any more."), is_stale(gold, "It is oak, I am not sure.")
    (False, False)
    """
    accepted = [normal(value) for value in gold.accepted]
    old = [value for value in gold.stale if normal(value) not in accepted]
    passage = Passage.read(answer, [*gold.accepted, *old])
    return any(value >= len(accepted) and manner in CURRENT for value, manner in manners(passage))
