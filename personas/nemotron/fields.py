"""Which field of a row is what, and which words lead to which domain: from the library."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from pydantic import model_validator

from personas.pool import POOL
from personas.sheets import LIBRARY, Sheet, read
from personas.texts import Several, SomeTexts, Text
from sim.errors import did_you_mean


class Facet(Sheet):
    """A text about one side of a person: how a reason speaks of it, and what it makes them use."""

    says: Text
    uses: dict[str, int]
    pursues: dict[str, int] = {}


class Fields(Sheet):
    """Everything that the import knows of the files. ``words`` are beginnings of words."""

    stories: SomeTexts
    places: Annotated[tuple[SomeTexts, ...], Several]
    lists: dict[str, SomeTexts]
    facets: dict[str, Facet]
    words: dict[str, str]
    aims: str

    @model_validator(mode="after")
    def _domains_are_known(self) -> Fields:
        named = [*self.words, *(d for f in self.facets.values() for d in (*f.uses, *f.pursues))]
        for domain in named:
            if domain not in POOL:
                raise ValueError(f"no domain is called {domain!r}{did_you_mean(domain, POOL)}")
        return self


@lru_cache(maxsize=1)
def fields() -> Fields:
    """What comes with the package."""
    return read(LIBRARY / "nemotron.yaml", Fields)
