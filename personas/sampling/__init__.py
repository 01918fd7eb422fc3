"""Sampled personas: composed from pools, with profiles by score, and how diverse they are."""

from personas.sampling.diversity import Diversity, diversity, diversity_of, jaccard
from personas.sampling.sample import sample

__all__ = ["Diversity", "diversity", "diversity_of", "jaccard", "sample"]
