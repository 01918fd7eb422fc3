"""Which domains somebody uses, how often, and which of them are worth remembering: by score.

The scripted twin of the profile assignment of PerMem-Bench, section 3.1. Two sums a domain, both
open to inspection: how much a person's circumstances and traits make them *use* it, and how much
they make it something *pursued* over time. Seeded noise on both makes individuals of types. The
most used domains are active; of these the most pursued half is long-horizon; from each half the
most used are in use at first, the others are kept for a profile shift.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from numpy.random import Generator

from personas.persona import AgentUseProfile, DomainUse
from personas.pool import POOL
from personas.sampling.pools import Influence
from sim.plans import Frequency

USE_NOISE, PURSUIT_NOISE = 1.0, 1.2  # standard deviations, in units of one weight
ACTIVE = 6  # active domains of a person: 3 long-horizon and 3 transient
LONG, AT_FIRST = 3, 2  # of which 2 and 2 are in use at first
RANKS: tuple[Frequency, ...] = ("high", "high", "mid", "mid", "low", "low")


@dataclass(frozen=True, slots=True)
class Score:
    """What speaks for a domain in one person's life."""

    domain: str
    use: float
    pursuit: float


def scores(
    influences: Sequence[Influence], among: Sequence[str], rng: Generator
) -> tuple[Score, ...]:
    """The scores of some domains, in their order.

    Noise is drawn for the whole pool of 20 domains, so that a person's score in one domain does
    not depend on which others are at hand.
    """
    noise = {d: rng.normal(0, (USE_NOISE, PURSUIT_NOISE)) for d in POOL}
    return tuple(
        Score(
            domain,
            sum(i.uses.get(domain, 0) for i in influences) + float(noise[domain][0]),
            sum(i.pursues.get(domain, 0) for i in influences) + float(noise[domain][1]),
        )
        for domain in among
    )


def assign(
    name: str, influences: Sequence[Influence], among: Sequence[str], rng: Generator
) -> AgentUseProfile:
    """The profile of a person: two long-horizon and two transient domains, one each for later."""
    active = sorted(scores(influences, among, rng), key=lambda s: (-s.use, s.domain))[:ACTIVE]
    pursued = sorted(active, key=lambda s: (-s.pursuit, s.domain))[:LONG]
    ranked = list(zip(active, RANKS, strict=False))
    long = [pair for pair in ranked if pair[0] in pursued]
    passing = [pair for pair in ranked if pair[0] not in pursued]
    uses = [
        DomainUse(
            domain=score.domain,
            long_horizon=half is long,
            frequency=frequency,
            reason=reason(name, influences, score.domain, pursued=half is long),
            later=at >= AT_FIRST,
        )
        for half in (long, passing)
        for at, (score, frequency) in enumerate(half)
    ]
    return AgentUseProfile(uses=tuple(sorted(uses, key=lambda use: use.later)))


def reason(name: str, influences: Sequence[Influence], domain: str, *, pursued: bool) -> str:
    """A sentence that grounds a use in what weighs most for it."""
    about = POOL[domain]
    strongest = _strongest(influences, domain, pursued=pursued)
    if strongest is None:
        tail = "keeps coming back to it" if pursued else "asks in passing"
        return f"Nothing obvious leads {name} to {about}, but {name} {tail}."
    if pursued:
        return f"{name} {strongest.text}, so {about} is something to come back to for months."
    return f"{name} {strongest.text}, and has a passing question on {about} now and then."


def _strongest(influences: Sequence[Influence], domain: str, *, pursued: bool) -> Influence | None:
    """What weighs most for a use: for a long-running one what makes it so, if anything does."""
    ranks = [((pursued and i.pursues.get(domain, 0)), i.uses.get(domain, 0)) for i in influences]
    heaviest = max(ranks)
    return influences[ranks.index(heaviest)] if any(heaviest) else None
