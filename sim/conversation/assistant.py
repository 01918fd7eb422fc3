"""The assistant's side of a conversation: recall, then reply. It sees views and nothing else.

Gold must not be imported here (import contract): the assistant knows the words that were said and
what its memory found for them, never the plan, the facts or how the conversation will end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from numpy.random import Generator

from sim.cast import Cast
from sim.conversation.turns import Record
from sim.roles.assistant import ASSISTANT, AssistantInput
from sim.views import Memory, Turn

Recall = Callable[[str, datetime], tuple[Memory, ...]]
"""A search of the memory the assistant is bound to: the user's words and the simulated date."""


@dataclass(frozen=True, slots=True)
class AssistantSide:
    """Who plays the assistant, and the memory it is bound to (None: off-policy)."""

    record: Record
    cast: Cast
    rng: Generator
    recall: Recall | None = None

    def recollect(self, turns: tuple[Turn, ...]) -> tuple[Memory, ...]:
        """What the memory finds for the user's last words; nothing without a memory."""
        heard = turns[-1]
        return self.recall(heard.text, heard.at) if self.recall else ()

    def reply(self, turns: tuple[Turn, ...], memories: tuple[Memory, ...]) -> Turn:
        """The assistant's next turn."""
        said = self.cast.play(ASSISTANT, AssistantInput(turns, memories), self.rng)
        return self.record.next(turns, "assistant", said.text)
