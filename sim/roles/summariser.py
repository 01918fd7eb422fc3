"""The summariser: what a session was about, in one or two sentences of the user's own words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

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
    """What the user came with, and the first thing they stated after it."""
    return SummariserOutput(in_short(given.session))


@lru_cache(maxsize=4096)
def in_short(session: Session) -> str:
    """The summary of a session; kept by content, since all trials of a life ask for the same."""
    said = sentences(session.user_text)
    telling = [sentence for sentence in said if len(words(sentence)) >= FEWEST_WORDS] or said
    stated = [sentence for sentence in telling[1:] if not sentence.endswith("?")]
    return " ".join([*telling[:1], *stated[: SENTENCES - 1]])


SUMMARISER: Role[SummariserInput, SummariserOutput] = Role(
    name="summariser",
    purpose="Sums up a finished session in one or two sentences.",
    input=SummariserInput,
    output=SummariserOutput,
    twin=summarise,
)
