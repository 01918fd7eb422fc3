"""A manner: how freely one person dresses up what they say, and the stock phrases they use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from numpy.random import Generator

from sim.wording.parts import KINDS, Kind, Texts, parts

BARE = (0.04, 0.16)  # the share of sentences that stand as they are, from person to person
BOTH = (0.2, 0.4)  # the share that has a lead and a tail
LEADING = 0.6  # of the others, the share that has a lead and no tail
OPENING = (0.15, 0.45)  # the share of leads that begin with a word such as "Well"
STOCK = 0.6  # the share of all phrases that one person has


@dataclass(frozen=True, slots=True)
class Manner:
    """The habits of one person; shares are of the sentences that hold no fact."""

    bare: float
    both: float
    opening: float
    openers: Texts
    leads: Mapping[Kind, Texts]
    tails: Mapping[Kind, Texts]

    def ends(self, rng: Generator) -> tuple[bool, bool]:
        """Whether the next sentence has a lead, and whether it has a tail; always one draw."""
        drawn = float(rng.random()) - self.bare
        if drawn < 0:
            return False, False
        if drawn < self.both:
            return True, True
        leads = drawn - self.both < LEADING * (1 - self.bare - self.both)
        return leads, not leads

    def opens(self, rng: Generator) -> bool:
        """Whether the next lead begins with a word such as "Well"."""
        return float(rng.random()) < self.opening


def manner(rng: Generator) -> Manner:
    """The manner of somebody, drawn.

    >>> from sim.seeds import stream
    >>> manner(stream(1, "manner")) == manner(stream(1, "manner"))
    True
    """
    known = parts()
    return Manner(
        bare=float(rng.uniform(*BARE)),
        both=float(rng.uniform(*BOTH)),
        opening=float(rng.uniform(*OPENING)),
        openers=_stock(known.openers, rng),
        leads={kind: _stock(known.ends(kind).leads, rng) for kind in KINDS},
        tails={kind: _stock(known.ends(kind).tails, rng) for kind in KINDS},
    )


def one_of(texts: Texts, rng: Generator) -> str:
    """One of some, each as likely, "" of none; several times faster than drawing an integer."""
    return texts[int(rng.random() * len(texts))] if texts else ""


def _stock(texts: Texts, rng: Generator) -> Texts:
    count = round(STOCK * len(texts))
    return tuple(texts[int(place)] for place in rng.permutation(len(texts))[:count])
