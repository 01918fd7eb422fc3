"""What sampled people are made of: names, callings, situations, traits, and what these lead to."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from pydantic import model_validator

from personas.pool import POOL
from personas.sheets import LIBRARY, Sheet, read
from personas.texts import Several, Text, Texts
from sim.errors import did_you_mean

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
        for domain in (*self.uses, *self.pursues):
            if domain not in POOL:
                raise ValueError(f"no domain is called {domain!r}{did_you_mean(domain, POOL)}")
        return self


class Circumstance(Influence):
    """A calling or a situation, and the ages at which people have it."""

    ages: Annotated[tuple[int, int], Several]
    constraint: str = ""

    def fits(self, other: Circumstance) -> bool:
        """Whether somebody can be of an age for both."""
        return max(self.ages[0], other.ages[0]) <= min(self.ages[1], other.ages[1])


class Pools(Sheet):
    """Everything ``sample`` draws from."""

    given_names: Texts
    family_names: Texts
    places: Texts
    voices: Texts
    callings: Annotated[tuple[Circumstance, ...], Several]
    situations: Annotated[tuple[Circumstance, ...], Several]
    traits: Annotated[tuple[Influence, ...], Several]


@lru_cache(maxsize=1)
def pools() -> Pools:
    """The pools that come with the package."""
    return read(LIBRARY / "sampling.yaml", Pools)
