"""The critic: whether memories are needed, which are of use, and which bear an answer out.

The judgements of Self-RAG (Asai et al. 2024, section 3.1: Retrieve, IsRel, IsSup), asked for by
prompt instead of trained into the model that answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal

from numpy.random import Generator

from sim.cast.role import Role
from sim.lexicon import Lexicon
from sim.roles.gate import COMMON, SHORTEST
from sim.roles.reading.pertinent import pertinent
from sim.text import words
from sim.views import Memory, Question

Aspect = Literal["needed", "relevant", "supported"]
OF_ONESELF = frozenset(words("i me my mine myself we us our ours"))
ENOUGH = 0.5  # of what an answer claims must be found for the twin to call it borne out


@dataclass(frozen=True, slots=True)
class CriticInput:
    """What is to be judged.

    ``needed``: whether memories are needed for the question. ``relevant``: which of the memories
    are of use for it. ``supported``: which of them bear the answer out.
    """

    aspect: Aspect
    question: Question
    memories: tuple[Memory, ...] = ()
    answer: str = ""
    lexicon: Lexicon = field(default_factory=Lexicon)

    def reading(self) -> str:
        """Memories, question and answer; a model is not shown the lexicon."""
        texts = [memory.text for memory in self.memories]
        return "\n".join([*texts, self.question.text, self.answer])


@dataclass(frozen=True, slots=True)
class Critique:
    """The judgement, and the places of the memories that it is true of, counted from 0."""

    holds: bool
    places: tuple[int, ...] = ()

    def reading(self) -> str:
        """As a model would write it."""
        return " ".join(["yes" if self.holds else "no", *(str(place + 1) for place in self.places)])


def criticise(given: CriticInput, rng: Generator) -> Critique:  # noqa: ARG001
    """Judges by words: of oneself, shared with the question, shared with the answer."""
    return _JUDGING[given.aspect](given)


def _needed(given: CriticInput) -> Critique:
    """Nobody can know without memories what somebody asks of themselves."""
    asked = given.question.text
    own = not OF_ONESELF.isdisjoint(words(asked))
    return Critique(own or given.lexicon.asked(asked) is not None)


def _relevant(given: CriticInput) -> Critique:
    texts = [memory.text for memory in given.memories]
    found = pertinent(given.question.text, texts, given.lexicon)
    return _of(place for place, kept in enumerate(found) if kept)


def _supported(given: CriticInput) -> Critique:
    claims = claimed(given.answer, given.question.text)
    said = [claims & set(words(memory.text)) for memory in given.memories]
    if not claims or len(frozenset[str]().union(*said)) < ENOUGH * len(claims):
        return Critique(False)
    return _of(place for place, carried in enumerate(said) if carried)


def claimed(answer: str, question: str) -> frozenset[str]:
    """The words with which an answer says more than its question.

    >>> sorted(claimed("It is 9 Orme Street.", "Where is my gym?"))
    ['9', 'orme', 'street']
    """
    telling = (w for w in words(answer) if (len(w) >= SHORTEST or w.isdigit()) and w not in COMMON)
    return frozenset(telling) - set(words(question))


def _of(places: Iterable[int]) -> Critique:
    found = tuple(places)
    return Critique(bool(found), found)


_JUDGING: dict[Aspect, Callable[[CriticInput], Critique]] = {
    "needed": _needed,
    "relevant": _relevant,
    "supported": _supported,
}

CRITIC: Role[CriticInput, Critique] = Role(
    name="critic",
    purpose="Judges whether memories are needed, which are of use, and which bear an answer out.",
    input=CriticInput,
    output=Critique,
    twin=criticise,
)
