"""Personas: who lives the simulated lives, what they use an assistant for, and life skeletons."""

from personas import domains
from personas.people import check, load, names
from personas.persona import AgentUseProfile, DomainUse, Persona
from personas.problems import Problem
from personas.skeletons import ShiftOptions, Skeleton, SkeletonOptions, skeleton

__all__ = [
    "AgentUseProfile",
    "DomainUse",
    "Persona",
    "Problem",
    "ShiftOptions",
    "Skeleton",
    "SkeletonOptions",
    "check",
    "domains",
    "load",
    "names",
    "skeleton",
]
