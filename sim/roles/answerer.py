"""The answerer: answers a question from the memories that were found for it, and nothing else.

Two scripted readers bracket what a model could do with the same memories: ``ideal`` applies every
rule it is shown, ``literal`` reports the latest statement.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from numpy.random import Generator

from sim.cast.role import Role
from sim.lexicon import Lexicon
from sim.roles.reading.ideal import read_ideally
from sim.roles.reading.literal import read_literally
from sim.views import Memory, Question

Reader = Callable[[Question, tuple[Memory, ...], Lexicon], str]


@dataclass(frozen=True, slots=True)
class AnswererInput:
    """A question, the memories found for it (best first), and the wording scripted readers know."""

    question: Question
    memories: tuple[Memory, ...]
    lexicon: Lexicon

    def reading(self) -> str:
        """The memories and the question; a model is not shown the lexicon."""
        return "\n".join([*[memory.text for memory in self.memories], self.question.text])


@dataclass(frozen=True, slots=True)
class AnswererOutput:
    """The answer."""

    text: str

    def reading(self) -> str:
        """The answer."""
        return self.text


Answering = Role[AnswererInput, AnswererOutput]


def _answerer(read: Reader) -> Answering:
    """The role of answering, its twin reading in one of the two ways."""

    def answer(given: AnswererInput, rng: Generator) -> AnswererOutput:  # noqa: ARG001
        return AnswererOutput(read(given.question, given.memories, given.lexicon))

    return Role(
        name="answerer",
        purpose="Answers a question from the memories that were found for it.",
        input=AnswererInput,
        output=AnswererOutput,
        twin=answer,
    )


READERS: dict[str, Answering] = {
    "ideal": _answerer(read_ideally),
    "literal": _answerer(read_literally),
}
