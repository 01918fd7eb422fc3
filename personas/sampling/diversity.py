"""How much the profiles of a population have in common (PerMem-Bench, section 5.1, Figure 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import nan

from personas.persona import AgentUseProfile, Persona


@dataclass(frozen=True, slots=True)
class Diversity:
    """Pairwise similarities of a population, in [0, 1]; ``identical`` counts pairs with 1.

    ``pairs`` is in the order of ``itertools.combinations``; ``mean`` and ``highest`` of fewer
    than two people are not a number.
    """

    pairs: tuple[float, ...]

    @property
    def mean(self) -> float:
        """The average similarity."""
        return sum(self.pairs) / len(self.pairs) if self.pairs else nan

    @property
    def highest(self) -> float:
        """The similarity of the two most alike."""
        return max(self.pairs, default=nan)

    @property
    def identical(self) -> int:
        """How many pairs use the same domains in the same way."""
        return sum(similarity == 1.0 for similarity in self.pairs)


def jaccard(one: AgentUseProfile, other: AgentUseProfile) -> float:
    """The Jaccard similarity of the (domain, memory necessity) pairs of two profiles."""
    return len(one.features & other.features) / len(one.features | other.features)


def diversity(people: Sequence[Persona]) -> Diversity:
    """The similarities of all pairs of a population."""
    profiles = [person.profile for person in people]
    return Diversity(tuple(jaccard(one, other) for one, other in combinations(profiles, 2)))
