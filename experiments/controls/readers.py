"""The reader that never knows: what an answer is worth that says nothing."""

from __future__ import annotations

from numpy.random import Generator

from sim.cast.role import Role
from sim.roles.answerer import READERS, AnswererInput, AnswererOutput

ABSTENTION = "I don't know."


def _abstain(given: AnswererInput, rng: Generator) -> AnswererOutput:  # noqa: ARG001
    return AnswererOutput(ABSTENTION)


ALWAYS_ABSTAIN: Role[AnswererInput, AnswererOutput] = Role(
    name=READERS["ideal"].name,
    purpose="Says of everything that it does not know.",
    input=AnswererInput,
    output=AnswererOutput,
    twin=_abstain,
)
