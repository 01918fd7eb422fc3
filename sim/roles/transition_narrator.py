"""The transition narrator: one sentence on why somebody's ways change (PerMem-Bench, A.4)."""

from __future__ import annotations

from dataclasses import dataclass

from numpy.random import Generator

from sim.cast.role import Role


@dataclass(frozen=True, slots=True)
class TransitionInput:
    """A person, and what ends, begins and comes up now and then ("" for nothing).

    ``draft`` is the sentence that the script puts together.
    """

    described: str
    ends: str
    begins: str
    asked: str
    draft: str

    def reading(self) -> str:
        """Person and changes."""
        return "\n".join([self.described, self.ends, self.begins, self.asked])


@dataclass(frozen=True, slots=True)
class Transition:
    """The sentence."""

    text: str

    def reading(self) -> str:
        """It."""
        return self.text


def narrate(given: TransitionInput, rng: Generator) -> Transition:  # noqa: ARG001
    """The draft."""
    return Transition(given.draft)


TRANSITION_NARRATOR: Role[TransitionInput, Transition] = Role(
    name="transition_narrator",
    purpose="Says in one sentence why somebody's use of the assistant changes.",
    input=TransitionInput,
    output=Transition,
    twin=narrate,
    sees_gold=True,
)
