"""Personas: who lives the simulated lives, what they use an assistant for, and life skeletons."""

from personas import domains, nemotron
from personas.people import check, load, names
from personas.persona import AgentUseProfile, DomainUse, Persona
from personas.printing import printed
from personas.problems import Problem
from personas.sampling import Diversity, diversity, diversity_of, jaccard, sample
from personas.schemas import schemas
from personas.skeletons import ShiftOptions, Skeleton, SkeletonOptions, skeleton
from personas.starters import starter
from personas.writing import to_yaml

__all__ = [
    "AgentUseProfile",
    "Diversity",
    "DomainUse",
    "Persona",
    "Problem",
    "ShiftOptions",
    "Skeleton",
    "SkeletonOptions",
    "check",
    "diversity",
    "diversity_of",
    "domains",
    "jaccard",
    "load",
    "names",
    "nemotron",
    "printed",
    "sample",
    "schemas",
    "skeleton",
    "starter",
    "to_yaml",
]
