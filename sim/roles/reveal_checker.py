"""The reveal checker: which of the pending facts a message has let out."""

from __future__ import annotations

from dataclasses import dataclass

from numpy.random import Generator

from sim.cast.role import Role
from sim.plans import Reveal


@dataclass(frozen=True, slots=True)
class RevealInput:
    """A message of the user and the facts that are not out yet."""

    text: str
    pending: tuple[Reveal, ...]

    def reading(self) -> str:
        """The message and the facts to look for."""
        return "\n".join([self.text, *[reveal.utterance for reveal in self.pending]])


@dataclass(frozen=True, slots=True)
class RevealOutput:
    """The ids of the facts that are out now, in the order of the pending ones."""

    fact_ids: tuple[str, ...]

    def reading(self) -> str:
        """The ids, one a line."""
        return "\n".join(self.fact_ids)


def check(given: RevealInput, rng: Generator) -> RevealOutput:  # noqa: ARG001
    """A fact is out if the message holds all its needles."""
    out = [r.fact.id for r in given.pending if r.fact.is_carried_by(given.text)]
    return RevealOutput(tuple(out))


REVEAL_CHECKER: Role[RevealInput, RevealOutput] = Role(
    name="reveal_checker",
    purpose="Says which of the planned facts a message of the user has let out.",
    input=RevealInput,
    output=RevealOutput,
    twin=check,
    sees_gold=True,
)
