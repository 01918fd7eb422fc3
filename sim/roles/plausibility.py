"""Plausibility: whether a profile suits the person who is said to have it.

PerMem-Bench, section 3.1: a domain is left out as soon as one of several evaluators objects to it.
The twin objects by plain rules that stand in ``plausibility.yaml``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from numpy.random import Generator

from sim.cast.role import Role
from sim.roles.objecting import objection
from sim.roles.profile_assigner import DomainChoice


@dataclass(frozen=True, slots=True)
class PlausibilityInput:
    """A person as described, and what they are said to use an assistant for."""

    name: str
    age: int
    described: str
    choices: tuple[DomainChoice, ...]

    def reading(self) -> str:
        """Person and profile."""
        uses = (f"{each.domain}: {each.reason}" for each in self.choices)
        return "\n".join([self.described, *uses])


@dataclass(frozen=True, slots=True)
class Objection:
    """A domain that does not suit the person, and why."""

    domain: str
    why: str


@dataclass(frozen=True, slots=True)
class PlausibilityOutput:
    """What speaks against a profile; nothing if it is plausible."""

    objections: tuple[Objection, ...] = ()

    @property
    def plausible(self) -> bool:
        """The verdict."""
        return not self.objections

    @property
    def why(self) -> str:
        """The reason of the verdict in one line."""
        if self.plausible:
            return "nothing speaks against it"
        return "; ".join(f"{each.domain}: {each.why}" for each in self.objections)

    def reading(self) -> str:
        """Verdict and reason."""
        return f"{'plausible' if self.plausible else 'implausible'}: {self.why}"


def look(given: PlausibilityInput, rng: Generator) -> PlausibilityOutput:  # noqa: ARG001
    """The objections of the rules, one a domain at most, in the order of the profile."""
    found = ((each, objection(given.age, given.described, each)) for each in given.choices)
    return PlausibilityOutput(tuple(Objection(each.domain, why) for each, why in found if why))


def joined(several: Sequence[PlausibilityOutput]) -> PlausibilityOutput:
    """What an ensemble objects to: every domain that at least one of its members flags.

    >>> home, work = Objection("home", "too far"), Objection("career", "too old")
    >>> joined([PlausibilityOutput((home,)), PlausibilityOutput((work, home))]).why
    'home: too far; career: too old'
    """
    first: dict[str, Objection] = {}
    for output in several:
        for each in output.objections:
            first.setdefault(each.domain, each)
    return PlausibilityOutput(tuple(first.values()))


PLAUSIBILITY: Role[PlausibilityInput, PlausibilityOutput] = Role(
    name="plausibility",
    purpose="Says which uses of an assistant do not suit a person, and why.",
    input=PlausibilityInput,
    output=PlausibilityOutput,
    twin=look,
    sees_gold=True,
    joined=joined,
)
