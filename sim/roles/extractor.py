"""The extractor: takes from a finished session the facts about the user that are worth keeping.

Mem0's first step (Chhikara et al. 2025, section 2.1; PerMem-Bench and MEME run it as a baseline).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from numpy.random import Generator

from sim.cast.role import Role
from sim.lexicon import Lexicon
from sim.roles.extracting import Noted, notes_of
from sim.views import Session


@dataclass(frozen=True, slots=True)
class ExtractorInput:
    """A finished session, and the wording that a scripted extractor knows."""

    session: Session
    lexicon: Lexicon = field(default_factory=Lexicon)

    def reading(self) -> str:
        """The transcript; a model is not shown the lexicon."""
        return self.session.text


@dataclass(frozen=True, slots=True)
class Extraction:
    """What was noted, in the order it was said."""

    notes: tuple[Noted, ...]

    def reading(self) -> str:
        """One line a note."""
        return "\n".join(note.reading() for note in self.notes)


def extract(given: ExtractorInput, rng: Generator) -> Extraction:  # noqa: ARG001
    """Every sentence of the user's that says something of their own, word for word."""
    return Extraction(notes_of(given.session, given.lexicon))


EXTRACTOR: Role[ExtractorInput, Extraction] = Role(
    name="extractor",
    purpose="Takes from a finished session the facts about the user that are worth keeping.",
    input=ExtractorInput,
    output=Extraction,
    twin=extract,
)
