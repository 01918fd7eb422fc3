"""The dependency extractor: what a session says of values, of what hangs on what, and of wishes.

No paper has this role. MEME (section 5) finds that no memory acts when an upstream fact changes;
the ``propagating`` backend does, and needs rules and dependencies apart from plain facts.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from numpy.random import Generator

from sim.cast.role import Role
from sim.lexicon import Lexicon
from sim.roles.extracting import notes_of
from sim.roles.extractor import Extraction
from sim.views import Session


@dataclass(frozen=True, slots=True)
class DependencyExtractorInput:
    """A finished session, the names of things noted before, and a scripted extractor's wording."""

    session: Session
    known: tuple[str, ...] = ()
    lexicon: Lexicon = field(default_factory=Lexicon)

    def reading(self) -> str:
        """The names and the transcript; a model is not shown the lexicon."""
        return "\n".join([*self.known, self.session.text])


def extract_dependencies(given: DependencyExtractorInput, rng: Generator) -> Extraction:  # noqa: ARG001
    """Read sentence by sentence: the world's wording where it fits, else plain English."""
    return Extraction(notes_of(given.session, given.lexicon))


DEPENDENCY_EXTRACTOR: Role[DependencyExtractorInput, Extraction] = Role(
    name="dependency_extractor",
    purpose="Takes facts, dependencies, rules, changes and wishes to forget from a session.",
    input=DependencyExtractorInput,
    output=Extraction,
    twin=extract_dependencies,
)
