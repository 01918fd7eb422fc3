"""The assistant: answers what the user says, and asserts nothing about them."""

from __future__ import annotations

from dataclasses import dataclass

from numpy.random import Generator

from sim.cast.role import Role
from sim.roles.replying.reply import reply
from sim.views import Memory, Turn


@dataclass(frozen=True, slots=True)
class AssistantInput:
    """The conversation so far, and (on-policy) what the assistant's memory found for it."""

    transcript: tuple[Turn, ...]
    memories: tuple[Memory, ...] = ()

    def reading(self) -> str:
        """Memories and transcript, as a model would read them."""
        notes = [memory.text for memory in self.memories]
        return "\n".join(notes + [turn.text for turn in self.transcript])


@dataclass(frozen=True, slots=True)
class AssistantOutput:
    """The assistant's reply."""

    text: str

    def reading(self) -> str:
        """The reply."""
        return self.text


def assist(given: AssistantInput, rng: Generator) -> AssistantOutput:
    """A natural reply that fits the last message and holds nothing that came from the user."""
    return AssistantOutput(reply(given.transcript, bool(given.memories), rng))


ASSISTANT: Role[AssistantInput, AssistantOutput] = Role(
    name="assistant",
    purpose="Talks with the user, helpfully, without asserting anything about them.",
    input=AssistantInput,
    output=AssistantOutput,
    twin=assist,
)
