"""The profile assigner: what somebody would use an assistant for, and what is worth remembering.

PerMem-Bench, section 3.1 and Appendix A.1: for every domain, given the person, whether it is used,
how often, and whether memory is needed; each with a reason in the person's own circumstances.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from numpy.random import Generator

from sim.cast.role import Role
from sim.plans import Frequency
from sim.roles.leanings import Leaning, Score, scores, strongest

RANKS: tuple[Frequency, ...] = ("high", "high", "mid", "mid", "low", "low", "low", "low")
ACTIVE, LONG = 6, 3  # the most used domains, of which the most pursued half needs memory
RESERVE = 2  # the next in line, in case a plausibility check takes some away


@dataclass(frozen=True, slots=True)
class DomainOffer:
    """A domain that somebody may use. The clauses are how the script ends a reason."""

    name: str
    title: str
    pursued: tuple[str, ...]
    passing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProfileInput:
    """A person, the pool of domains, and which of them are ``among`` those to choose from.

    ``leanings`` weigh what is known of the person; a model reads the description instead.
    ``remarks`` say what was wrong with earlier drafts.
    """

    name: str
    described: str
    leanings: tuple[Leaning, ...]
    pool: tuple[DomainOffer, ...]
    among: tuple[str, ...]
    remarks: tuple[str, ...] = ()

    @property
    def offers(self) -> tuple[DomainOffer, ...]:
        """The domains to choose from, in the order of the pool."""
        return tuple(offer for offer in self.pool if offer.name in self.among)

    def reading(self) -> str:
        """Person, domains and remarks."""
        titles = (offer.title for offer in self.offers)
        return "\n".join([self.described, *titles, *self.remarks])


@dataclass(frozen=True, slots=True)
class DomainChoice:
    """One domain that is used: whether it is worth remembering, how often it comes up, and why."""

    domain: str
    long_horizon: bool
    frequency: Frequency
    reason: str


@dataclass(frozen=True, slots=True)
class ProfileOutput:
    """The domains that somebody uses, the likeliest first."""

    choices: tuple[DomainChoice, ...]

    def reading(self) -> str:
        """The choices, as a model would write them."""
        return "\n".join(
            f"{each.domain}, {each.long_horizon}, {each.frequency}: {each.reason}"
            for each in self.choices
        )


def assign(given: ProfileInput, rng: Generator) -> ProfileOutput:
    """The most used domains by score; of the first six the three most pursued are long-horizon."""
    pool, among = [each.name for each in given.pool], [each.name for each in given.offers]
    found = scores(given.leanings, pool, among, rng)
    ranked = sorted(found, key=lambda score: (-score.use, score.domain))[: ACTIVE + RESERVE]
    long = {*_pursued(ranked[:ACTIVE], LONG), *_pursued(ranked[ACTIVE:], RESERVE // 2)}
    return ProfileOutput(tuple(_choices(given, ranked, long, rng)))


def _pursued(ranked: Sequence[Score], most: int) -> list[str]:
    by_pursuit = sorted(ranked, key=lambda score: (-score.pursuit, score.domain))
    return [score.domain for score in by_pursuit[:most]]


def _choices(
    given: ProfileInput, ranked: Sequence[Score], long: set[str], rng: Generator
) -> Iterator[DomainChoice]:
    offers = {offer.name: offer for offer in given.offers}
    for score, frequency in zip(ranked, RANKS, strict=False):
        pursued = score.domain in long
        yield DomainChoice(
            score.domain, pursued, frequency, reason(given, offers[score.domain], pursued, rng)
        )


def reason(given: ProfileInput, offer: DomainOffer, pursued: bool, rng: Generator) -> str:
    """A sentence that grounds a use in what weighs most for it, or else in the person's nature."""
    clauses = offer.pursued if pursued else offer.passing
    clause = clauses[int(rng.integers(len(clauses)))]
    found = strongest(given.leanings, offer.name, pursued=pursued)
    if found is not None:
        return f"{given.name} {found.text}, and {clause}."
    nature = given.leanings[int(rng.integers(len(given.leanings)))] if given.leanings else None
    if nature is None:
        return f"{clause[:1].upper()}{clause[1:]}."
    return f"{given.name} {nature.text}; besides, {clause}."


PROFILE_ASSIGNER: Role[ProfileInput, ProfileOutput] = Role(
    name="profile_assigner",
    purpose="Says what a person uses an assistant for, how often, and what is to be remembered.",
    input=ProfileInput,
    output=ProfileOutput,
    twin=assign,
    sees_gold=True,
)
