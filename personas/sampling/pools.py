"""What sampled people are made of: names, callings, situations, traits, and what these lead to."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated

from pydantic import model_validator

from personas.pool import POOL
from personas.sheets import LIBRARY, Sheet, read
from personas.texts import Several, SomeTexts, Text, Texts
from sim.errors import did_you_mean
from sim.roles.leanings import Leaning
from sim.roles.profile_assigner import DomainOffer

Weights = dict[str, int]


class Influence(Sheet):
    """Something about a person that makes them use domains, and makes some long-running.

    ``uses`` and ``pursues`` give a weight to each domain concerned; ``text`` continues a sentence
    that begins with the person's name (a trait is an adjective).
    """

    text: Text
    uses: Weights = {}
    pursues: Weights = {}

    @model_validator(mode="after")
    def _domains_are_known(self) -> Influence:
        _refuse_unknown((*self.uses, *self.pursues))
        return self

    def leaning(self, before: str = "") -> Leaning:
        """The same for the role that assigns profiles; ``before`` goes before the text."""
        return Leaning(f"{before}{self.text}", self.uses, self.pursues)


class Circumstance(Influence):
    """A calling or a situation, and the ages at which people have it."""

    ages: Annotated[tuple[int, int], Several]
    constraint: str = ""

    def fits(self, other: Circumstance) -> bool:
        """Whether somebody can be of an age for both."""
        return max(self.ages[0], other.ages[0]) <= min(self.ages[1], other.ages[1])


class Matter(Sheet):
    """How the reason for a use of a domain ends, for a matter that goes on and for passing ones."""

    pursued: SomeTexts
    passing: SomeTexts


class Pools(Sheet):
    """Everything ``sample`` draws from."""

    given_names: Texts
    family_names: Texts
    places: Texts
    voices: Texts
    callings: Annotated[tuple[Circumstance, ...], Several]
    situations: Annotated[tuple[Circumstance, ...], Several]
    traits: Annotated[tuple[Influence, ...], Several]
    matters: dict[str, Matter]

    @model_validator(mode="after")
    def _a_matter_for_each_domain(self) -> Pools:
        _refuse_unknown(self.matters)
        missing = [domain for domain in POOL if domain not in self.matters]
        if missing:
            raise ValueError(f"matters: nothing is said of {', '.join(missing)}")
        return self


def _refuse_unknown(domains: Iterable[str]) -> None:
    for domain in domains:
        if domain not in POOL:
            raise ValueError(f"no domain is called {domain!r}{did_you_mean(domain, POOL)}")


@lru_cache(maxsize=1)
def pools() -> Pools:
    """The pools that come with the package."""
    return read(LIBRARY / "sampling.yaml", Pools)


@lru_cache(maxsize=1)
def offers() -> tuple[DomainOffer, ...]:
    """The domains of the pool, as the role that assigns profiles is offered them."""
    matters = pools().matters
    return tuple(
        DomainOffer(name, title, matters[name].pursued, matters[name].passing)
        for name, title in POOL.items()
    )
