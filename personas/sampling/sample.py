"""Any number of personas from a seed: composed of pools, each with a profile of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from numpy.random import Generator

from personas import domains
from personas.persona import AgentUseProfile, Features, Persona
from personas.pool import POOL
from personas.sampling.assign import enough, profile_of
from personas.sampling.pools import Pools, pools
from personas.sampling.somebody import Somebody, populated
from personas.skeletons.deck import choose, subset
from sim.cast.cast import Cast
from sim.cast.usage import Place
from sim.seeds import Part, stream

TRAITS = 3


def sample(
    n: int, seed: int, *, among: Sequence[str] | None = None, cast: Cast | None = None
) -> list[Persona]:
    """So many personas; the first of them are the same whatever ``n`` is.

    No two have the same set of (domain, memory necessity) pairs as long as the domains allow it
    (with 8 domains there are 420 sets). ``among`` limits the domains; by default all for which
    a pack comes with the package. ``cast`` says who plays ``profile_assigner`` and
    ``plausibility``, by default the scripted twins.

    Raises:
        BadData: fewer than 6 domains to choose from, or nobody finds a profile plausible.
        RoleFailed: a model gave no usable reply.

    >>> [person.name for person in sample(2, seed=7)] == [p.name for p in sample(9, seed=7)][:2]
    True
    """
    path = (seed, "personas")
    drawn = (_draw(pools(), stream(*path, number)) for number in range(n))
    return with_profiles(drawn, path, among=among, cast=cast)


def with_profiles(
    people: Iterable[Somebody],
    path: tuple[Part, ...],
    *,
    among: Sequence[str] | None = None,
    cast: Cast | None = None,
) -> list[Persona]:
    """The same people, each with a profile; ``path`` roots the random streams of all drafts.

    Raises what ``sample`` raises.
    """
    at_hand = [domain for domain in POOL if domain in (among or domains.names())]
    enough(at_hand)
    playing = cast or Cast()

    def profile(number: int, somebody: Somebody, taken: set[Features]) -> AgentUseProfile:
        own = replace(playing, place=Place(life=f"person-{number + 1}", phase="profile"))
        return profile_of(
            somebody, at_hand, taken, own, lambda n: stream(*path, number, "profile", n)
        )

    return populated(people, profile)


def _draw(of: Pools, rng: Generator) -> Somebody:
    calling = choose(rng, of.callings)
    situation = choose(rng, [s for s in of.situations if s.fits(calling)])
    youngest = max(calling.ages[0], situation.ages[0])
    oldest = min(calling.ages[1], situation.ages[1])
    given, family = choose(rng, of.given_names), choose(rng, of.family_names)
    age = int(rng.integers(youngest, oldest + 1))
    place, voice = choose(rng, of.places), choose(rng, of.voices)
    traits = subset(rng, of.traits, TRAITS)
    return Somebody(
        name=f"{given} {family}",
        called=given,
        age=age,
        place=place,
        background=f"{given} {calling.text} and {situation.text}.",
        traits=tuple(trait.text for trait in traits),
        constraints=tuple(_constraints(situation.constraint)),
        voice=voice,
        leanings=(
            calling.leaning(),
            situation.leaning(),
            *(trait.leaning("is ") for trait in traits),
        ),
    )


def _constraints(written: str) -> Iterator[str]:
    if written:
        yield written
