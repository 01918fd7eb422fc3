"""What speaks for a domain in somebody's life: sums of weights, open to inspection, and noise.

Two sums a domain: how much a person's circumstances and traits make them *use* it, and how much
they make it something *pursued* over time. Seeded noise on both makes individuals of types.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from numpy.random import Generator

USE_NOISE, PURSUIT_NOISE = 1.0, 1.2  # standard deviations, in units of one weight


@dataclass(frozen=True, slots=True)
class Leaning:
    """Something about a person that leads to domains; ``text`` goes on after the person's name.

    ``uses`` and ``pursues`` give a weight to each domain concerned.
    """

    text: str
    uses: Mapping[str, int] = field(default_factory=dict)
    pursues: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Score:
    """What speaks for a domain in one person's life."""

    domain: str
    use: float
    pursuit: float


def scores(
    leanings: Sequence[Leaning], pool: Sequence[str], among: Sequence[str], rng: Generator
) -> tuple[Score, ...]:
    """The scores of some domains of a pool, in the order of ``among``.

    Noise is drawn for the whole pool, so that a person's score in one domain does not depend on
    which others are at hand.
    """
    noise = {domain: rng.normal(0, (USE_NOISE, PURSUIT_NOISE)) for domain in pool}
    return tuple(
        Score(
            domain,
            sum(each.uses.get(domain, 0) for each in leanings) + float(noise[domain][0]),
            sum(each.pursues.get(domain, 0) for each in leanings) + float(noise[domain][1]),
        )
        for domain in among
    )


def strongest(leanings: Sequence[Leaning], domain: str, *, pursued: bool) -> Leaning | None:
    """What weighs most for a use: for a long-running one what makes it so, if anything does.

    >>> baker, aunt = Leaning("bakes", {"recipes": 3}), Leaning("cooks", {}, {"recipes": 1})
    >>> [strongest([baker, aunt], "recipes", pursued=p).text for p in (True, False)]
    ['cooks', 'bakes']
    """
    ranks = [(pursued and each.pursues.get(domain, 0), each.uses.get(domain, 0))
             for each in leanings]  # fmt: skip
    heaviest = max(ranks, default=(0, 0))
    return leanings[ranks.index(heaviest)] if any(heaviest) else None
