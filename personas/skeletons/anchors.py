"""Anchor events: what happens in a life and brings several domains up within days of each other.

PerMem-Bench's timeline arranger anchors events of different domains in one occurrence (section
3.2); here the occurrences are authored, and whom they can happen to is said with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated

import yaml
from numpy.random import Generator
from pydantic import BaseModel, ConfigDict, Field

from personas.persona import Persona
from personas.skeletons.deck import choose, shuffled
from sim.clock import DAY, Minutes
from sim.seeds import Part, stream
from sim.text import words

FILE = Path(__file__).parents[1] / "library" / "anchors.yaml"
FEWEST, MOST = 2, 3  # domains that an event brings up
ROOM: Minutes = 45 * DAY  # that a domain must still be in use after the event
MARGIN = 0.1  # of a life, at its beginning and its end, in which nothing of the kind happens
FIRST_DAYS, EVERY_DAYS = (1, 9), (4, 10)  # until a domain's first session, and between two


class Archetype(BaseModel):
    """A kind of event, and whom it can happen to."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    narrative: str
    ages: tuple[int, int]
    unless: tuple[str, ...] = ()
    touches: Annotated[tuple[str, ...], Field(min_length=FEWEST)]
    leads: Annotated[tuple[str, ...], Field(min_length=1)]

    def suits(self, persona: Persona) -> bool:
        """Whether it can happen to somebody of that age and in those circumstances."""
        youngest, oldest = self.ages
        known = set(words(persona.described))
        return youngest <= persona.age <= oldest and known.isdisjoint(self.unless)


@lru_cache(maxsize=1)
def archetypes() -> tuple[Archetype, ...]:
    """All kinds of events, in the order of the file."""
    written = yaml.safe_load(FILE.read_text(encoding="utf-8"))["anchors"]
    return tuple(Archetype.model_validate(each) for each in written)


@dataclass(frozen=True, slots=True)
class Use:
    """A domain in one role, from a date to a date."""

    domain: str
    begins: Minutes
    ends: Minutes


@dataclass(frozen=True, slots=True)
class Occasion:
    """An event of a life: when, what, and the domain uses that it brings up."""

    at: Minutes
    archetype: Archetype
    uses: tuple[Use, ...]

    def lead(self, rng: Generator) -> str:
        """How a conversation because of it may open."""
        return choose(rng, self.archetype.leads)


def draw_occasions(
    persona: Persona,
    uses: Sequence[Use],
    horizon: Minutes,
    count: int,
    seed_path: tuple[Part, ...],
) -> tuple[Occasion, ...]:
    """At most ``count`` events of different kinds, in order of time; fewer if few can happen."""
    rng = stream(*seed_path, "anchors", persona.id)
    span = horizon * (1 - 2 * MARGIN)
    dates = sorted(int(horizon * MARGIN + span * (n + rng.random()) / count) for n in range(count))
    left, found = shuffled(rng, [a for a in archetypes() if a.suits(persona)]), []
    for at in dates:
        here = [use for use in uses if use.begins <= at and at + ROOM <= use.ends]
        kind = next((a for a in left if len(_touched(a, here)) >= FEWEST), None)
        if kind is not None:
            left.remove(kind)
            found.append(Occasion(at, kind, tuple(_touched(kind, here)[:MOST])))
    return tuple(found)


def _touched(archetype: Archetype, uses: Sequence[Use]) -> list[Use]:
    by_domain = {use.domain: use for use in uses}
    return [by_domain[domain] for domain in archetype.touches if domain in by_domain]


def delays(count: int, rng: Generator) -> tuple[Minutes, ...]:
    """When the sessions of one domain come, counted from the event; within weeks."""
    at, found = int(rng.integers(*FIRST_DAYS)), []
    for _ in range(count):
        found.append(at * DAY + int(rng.integers(DAY)))
        at += int(rng.integers(*EVERY_DAYS))
    return tuple(found)
