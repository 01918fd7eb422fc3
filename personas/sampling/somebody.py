"""People before they have a profile, and how a population of them gets profiles and ids."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from personas.persona import AgentUseProfile, Features, Persona, description
from sim.roles.leanings import Leaning


@dataclass(frozen=True, slots=True)
class Somebody:
    """A person without a profile. ``called`` is the name by which a reason speaks of them."""

    name: str
    called: str
    age: int
    place: str
    background: str
    traits: tuple[str, ...]
    constraints: tuple[str, ...]
    voice: str
    leanings: tuple[Leaning, ...]

    @property
    def described(self) -> str:
        """The person as a role is shown them."""
        return description(
            self.name, self.age, self.place, self.background, self.traits, self.constraints
        )

    def persona(self, id_: str, profile: AgentUseProfile) -> Persona:
        """The person with a profile."""
        return Persona(
            id=id_,
            name=self.name,
            age=self.age,
            place=self.place,
            background=self.background,
            traits=self.traits,
            constraints=self.constraints,
            voice=self.voice,
            profile=profile,
        )


def populated(
    people: Iterable[Somebody],
    profile: Callable[[int, Somebody, set[Features]], AgentUseProfile],
) -> list[Persona]:
    """Everybody with an id of their own and the profile that ``profile`` gives them.

    It is called with their number, themselves, and what those before them use.
    """
    found: list[Persona] = []
    taken: set[Features] = set()
    ids: set[str] = set()
    for number, somebody in enumerate(people):
        given = profile(number, somebody, taken)
        taken.add(given.features)
        found.append(somebody.persona(free_id(somebody.name, ids), given))
        ids.add(found[-1].id)
    return found


def free_id(name: str, taken: Collection[str]) -> str:
    """A name as an id, with a number behind it if it is taken.

    >>> free_id("Ángel O'Neill", [])
    'angel_o_neill'
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")
    slug = slug if slug[:1].isalpha() else f"person_{slug}".rstrip("_")
    number, free = 1, slug
    while free in taken:
        number += 1
        free = f"{slug}_{number}"
    return free
