"""The summariser: what a session was about, in one or two sentences of the user's own words."""

from __future__ import annotations

from dataclasses import dataclass

from numpy.random import Generator

from sim.cast.role import Role
from sim.lexicon import sentences
from sim.text import words
from sim.views import Session

SENTENCES = 2  # "the last K one-to-two-sentence summaries" (PerMem-Bench, gates)
FEWEST_WORDS = 4  # shorter sentences are greetings and nods


@dataclass(frozen=True, slots=True)
class SummariserInput:
    """A finished session."""

    session: Session

    def reading(self) -> str:
        """The transcript."""
        return self.session.text


@dataclass(frozen=True, slots=True)
class SummariserOutput:
    """The summary."""

    text: str

    def reading(self) -> str:
        """The summary."""
        return self.text


def summarise(given: SummariserInput, rng: Generator) -> SummariserOutput:  # noqa: ARG001
    """The first two statements of the user; without any, the first thing they said."""
    said = sentences(given.session.user_text)
    chosen = [sentence for sentence in said if _states_something(sentence)][:SENTENCES]
    return SummariserOutput(" ".join(chosen or said[:1]))


def _states_something(sentence: str) -> bool:
    return not sentence.endswith("?") and len(words(sentence)) >= FEWEST_WORDS


SUMMARISER: Role[SummariserInput, SummariserOutput] = Role(
    name="summariser",
    purpose="Sums up a finished session in one or two sentences.",
    input=SummariserInput,
    output=SummariserOutput,
    twin=summarise,
)
