"""How much the profiles of a population have in common (PerMem-Bench, section 5.1, Figure 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import nan

from personas.persona import AgentUseProfile, Features, Persona


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

    def __str__(self) -> str:
        return (
            f"profiles of two people have {self.mean:.2f} in common on average (Jaccard), "
            f"{self.highest:.2f} at most; {self.identical} of {len(self.pairs)} pairs are identical"
        )


def jaccard(one: AgentUseProfile, other: AgentUseProfile) -> float:
    """The Jaccard similarity of the (domain, memory necessity) pairs of two profiles."""
    return _alike(one.features, other.features)


def diversity(people: Sequence[Persona]) -> Diversity:
    """The similarities of all pairs of a population."""
    return diversity_of([person.profile.features for person in people])


def diversity_of(features: Sequence[Features]) -> Diversity:
    """The same of bare sets of (domain, memory necessity) pairs, none of them empty.

    >>> diversity_of([frozenset({("home", True)}), frozenset({("home", False)})]).pairs
    (0.0,)
    """
    return Diversity(tuple(_alike(one, other) for one, other in combinations(features, 2)))


def _alike(one: Features, other: Features) -> float:
    return len(one & other) / len(one | other)
