"""Any number of personas from a seed: composed of pools, each with a profile of their own."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from numpy.random import Generator

from personas import domains
from personas.persona import AgentUseProfile, Persona
from personas.pool import POOL
from personas.sampling.assign import ACTIVE, assign
from personas.sampling.pools import Circumstance, Influence, Pools, pools
from personas.skeletons.deck import choose, subset
from sim.errors import BadData
from sim.seeds import stream

TRAITS = 3
MOST_TRIES = 200  # for a profile nobody else has; beyond what the domains allow, profiles recur


@dataclass(frozen=True, slots=True)
class _Somebody:
    """A person before they have a profile."""

    given: str
    family: str
    age: int
    place: str
    voice: str
    calling: Circumstance
    situation: Circumstance
    traits: tuple[Influence, ...]

    @property
    def name(self) -> str:
        return f"{self.given} {self.family}"

    @property
    def influences(self) -> tuple[Influence, ...]:
        described = (t.model_copy(update={"text": f"is {t.text}"}) for t in self.traits)
        return (self.calling, self.situation, *described)


def sample(n: int, seed: int, *, among: Sequence[str] | None = None) -> list[Persona]:
    """So many personas; the first of them are the same whatever ``n`` is.

    No two have the same set of (domain, memory necessity) pairs as long as the domains allow it
    (with 8 domains there are 420 sets). ``among`` limits the domains; by default all for which
    a pack comes with the package.

    Raises:
        BadData: fewer than 6 domains to choose from.

    >>> [person.name for person in sample(2, seed=7)] == [p.name for p in sample(9, seed=7)][:2]
    True
    """
    at_hand = [domain for domain in POOL if domain in (among or domains.names())]
    if len(at_hand) < ACTIVE:
        raise BadData("personas.sample", f"{len(at_hand)} domains to choose from, not {ACTIVE}")
    people: list[Persona] = []
    taken: set[frozenset[tuple[str, bool]]] = set()
    for number in range(n):
        somebody = _draw(pools(), stream(seed, "personas", number))
        profile = _profile(somebody, seed, number, at_hand, taken)
        taken.add(profile.features)
        people.append(_persona(somebody, profile, {person.id for person in people}))
    return people


def _profile(
    somebody: _Somebody,
    seed: int,
    number: int,
    at_hand: Sequence[str],
    taken: set[frozenset[tuple[str, bool]]],
) -> AgentUseProfile:
    """The first of several draws of noise whose profile nobody has."""
    for attempt in range(MOST_TRIES):
        rng = stream(seed, "personas", number, "profile", attempt)
        profile = assign(somebody.given, somebody.influences, at_hand, rng)
        if profile.features not in taken:
            break
    return profile


def _draw(of: Pools, rng: Generator) -> _Somebody:
    calling = choose(rng, of.callings)
    situation = choose(rng, [s for s in of.situations if s.fits(calling)])
    youngest = max(calling.ages[0], situation.ages[0])
    oldest = min(calling.ages[1], situation.ages[1])
    return _Somebody(
        given=choose(rng, of.given_names),
        family=choose(rng, of.family_names),
        age=int(rng.integers(youngest, oldest + 1)),
        place=choose(rng, of.places),
        voice=choose(rng, of.voices),
        calling=calling,
        situation=situation,
        traits=subset(rng, of.traits, TRAITS),
    )


def _persona(somebody: _Somebody, profile: AgentUseProfile, taken: set[str]) -> Persona:
    constraint = somebody.situation.constraint
    return Persona(
        id=_free(_slug(somebody.name), taken),
        name=somebody.name,
        age=somebody.age,
        place=somebody.place,
        background=f"{somebody.given} {somebody.calling.text} and {somebody.situation.text}.",
        traits=tuple(trait.text for trait in somebody.traits),
        constraints=(constraint,) if constraint else (),
        voice=somebody.voice,
        profile=profile,
    )


def _slug(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_")


def _free(slug: str, taken: set[str]) -> str:
    """The slug, with a number behind it if somebody has it."""
    number, free = 1, slug
    while free in taken:
        number += 1
        free = f"{slug}_{number}"
    return free
