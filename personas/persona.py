"""A persona: who somebody is, and what they use an assistant for (PerMem-Bench, section 3.1).

Memory necessity is the person's, not the domain's: recipes are a passing question for one and a
long project for another, and the profile says why.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from pydantic import ConfigDict, Field, model_validator

from personas.sheets import Sheet
from personas.texts import Name, Several, Text, Texts
from sim.life import PersonaCard
from sim.plans import Frequency

Features = frozenset[tuple[str, bool]]
"""The (domain, memory necessity) pairs by which profiles are compared."""


class DomainUse(Sheet):
    """How one person uses the assistant in one domain.

    ``long_horizon`` is the memory necessity m, ``frequency`` the f of the paper. A use marked
    ``later`` is not taken up at first; a profile shift may bring it in. ``pack`` is the path of a
    domain pack, for domains that none comes with the package for.
    """

    domain: Name
    long_horizon: bool
    frequency: Frequency
    reason: Text
    later: bool = False
    pack: str = ""


def _written_as_a_list(schema: dict[str, Any]) -> None:
    """In a file the profile is the list of its uses."""
    uses = {**schema["properties"]["uses"], "description": schema["description"]}
    schema.clear()
    schema.update(uses)


class AgentUseProfile(Sheet):
    """What a person uses an assistant for: the domains at first, and those a shift may bring in."""

    uses: Annotated[tuple[DomainUse, ...], Field(min_length=1), Several]

    model_config = ConfigDict(json_schema_extra=_written_as_a_list)

    @model_validator(mode="before")
    @classmethod
    def _from_list(cls, written: Any) -> Any:
        return {"uses": tuple(written)} if isinstance(written, list | tuple) else written

    @model_validator(mode="after")
    def _one_use_a_domain(self) -> AgentUseProfile:
        domains = [use.domain for use in self.uses]
        for at, domain in enumerate(domains):
            if domain in domains[:at]:
                raise ValueError(f"the domain {domain!r} stands twice")
        return self

    @property
    def at_first(self) -> tuple[DomainUse, ...]:
        """The domains in use when the life begins (the set S of the paper), in file order."""
        return tuple(use for use in self.uses if not use.later)

    @property
    def later(self) -> tuple[DomainUse, ...]:
        """The domains that a shift may bring in."""
        return tuple(use for use in self.uses if use.later)

    @property
    def features(self) -> Features:
        """The (domain, memory necessity) pairs at first, by which profiles are compared."""
        return frozenset((use.domain, use.long_horizon) for use in self.at_first)

    def balance(self) -> tuple[int, int]:
        """How many long-horizon and how many transient domains there are at first."""
        long = sum(use.long_horizon for use in self.at_first)
        return long, len(self.at_first) - long

    def domains(self) -> Iterator[str]:
        """The names of all domains, in file order."""
        return (use.domain for use in self.uses)


class Persona(Sheet):
    """One person. ``voice`` is a word for how they talk; ``place`` and people are fictitious."""

    id: Name
    name: Text
    age: Annotated[int, Field(ge=10, le=110)]
    place: Text
    background: Text
    traits: Texts = ()
    constraints: Texts = ()
    voice: str = "plain"
    profile: AgentUseProfile

    def card(self) -> PersonaCard:
        """As much of the person as a conversation needs."""
        return PersonaCard(self.name, self.described, self.voice)

    @property
    def described(self) -> str:
        """Who the person is, without what they use an assistant for."""
        return description(
            self.name, self.age, self.place, self.background, self.traits, self.constraints
        )


def description(
    name: str,
    age: int,
    place: str,
    background: str,
    traits: Sequence[str] = (),
    constraints: Sequence[str] = (),
) -> str:
    """Somebody in a few sentences, as a role is shown them.

    >>> description("Mona Lund", 50, "a pier", "She mends nets.", ["calm"])
    'Mona Lund, 50, from a pier. She mends nets. Traits: calm.'
    """
    said = [f"{name}, {age}, from {place}. {background}"]
    if traits:
        said.append(f"Traits: {', '.join(traits)}.")
    if constraints:
        said.append(f"Constraints: {'; '.join(constraints)}.")
    return " ".join(said)
