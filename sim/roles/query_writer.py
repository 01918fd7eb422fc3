"""The query writer: what a passage that answers a question might say, for search by meaning.

HyDE (Gao et al. 2023, section 3): a made-up answer lies nearer to the right passage than the
question does, whatever it gets wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from numpy.random import Generator

from sim.cast.role import Role
from sim.lexicon import Lexicon

ANYTHING = "something"  # stands where a passage would name a value
_SLOT = re.compile(r'"?\{(?:value|trigger)\}"?')
_IS = re.compile(r"(?:what|which|who|where|when|how) (is|are|was|were) (.+)", re.IGNORECASE)
_DOES = re.compile(
    r"(?:what|which|who|where|when|how|why)\b(.*?) (?:do|does|did) (.+)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class WriterInput:
    """What is searched for, how many passages are wanted, and the wording that scripts know."""

    query: str
    number: int = 1
    lexicon: Lexicon = field(default_factory=Lexicon)

    def reading(self) -> str:
        """The query; a model is not shown the lexicon."""
        return self.query


@dataclass(frozen=True, slots=True)
class Passages:
    """Made-up passages, at least one, at most as many as were wanted."""

    texts: tuple[str, ...]

    def reading(self) -> str:
        """One line a passage."""
        return "\n".join(self.texts)


def write(given: WriterInput, rng: Generator) -> Passages:  # noqa: ARG001
    """The question as statements: in the world's wording where it is known, else turned around."""
    forms = dict.fromkeys((*_in_the_worlds_words(given.query, given.lexicon), stated(given.query)))
    return Passages(tuple(islice(forms, given.number)))


def _in_the_worlds_words(query: str, lexicon: Lexicon) -> Iterator[str]:
    """The sentences in which one would tell what is asked for, their values left open."""
    asking = lexicon.asked(query)
    about = asking.entities if asking else ()
    for pattern in lexicon.patterns:
        if pattern.entity in about and pattern.act in ("state", "change"):
            yield _SLOT.sub(ANYTHING, pattern.template)


def stated(question: str) -> str:
    """A plain question turned into a statement; any other text stays as it is.

    >>> stated("What is my gym?"), stated("Where do I live now?"), stated("Which tea do I drink?")
    ('My gym is something.', 'I live now.', 'I drink tea.')
    """
    asked = question.strip().rstrip("?!. ")
    if found := _IS.fullmatch(asked):
        said = f"{found[2]} {found[1].lower()} {ANYTHING}"
    elif found := _DOES.fullmatch(asked):
        said = f"{found[2]}{found[1]}"
    else:
        return question
    return f"{said[:1].upper()}{said[1:]}."


QUERY_WRITER: Role[WriterInput, Passages] = Role(
    name="query_writer",
    purpose="Writes passages that might answer a question, to search with.",
    input=WriterInput,
    output=Passages,
    twin=write,
)
