"""The note writer: makes a structured note of what was said, and links it to earlier ones.

A-MEM (Xu et al. 2025, sections 3.1 to 3.3): a note has keywords, tags and a context; it is linked
to notes that belong with it, and these may be given other tags and another context because of it.
The paper asks for the note, its links and what evolves in calls of their own; here it is one.
"""

from __future__ import annotations

from dataclasses import dataclass

from numpy.random import Generator

from sim.cast.role import Role
from sim.roles.gate import telling_words
from sim.roles.topics import topic_of

MOST_KEYWORDS = 6


@dataclass(frozen=True, slots=True)
class Features:
    """What a note has besides its content."""

    keywords: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    context: str = ""

    def reading(self) -> str:
        """One line."""
        return f"{', '.join(self.keywords)} | {', '.join(self.tags)} | {self.context}"


@dataclass(frozen=True, slots=True)
class Neighbour:
    """An earlier note that is like what was said."""

    content: str
    features: Features

    def reading(self) -> str:
        """One line."""
        return f"{self.content} | {self.features.reading()}"


@dataclass(frozen=True, slots=True)
class WriterInput:
    """What the user said, and the earlier notes nearest to it."""

    content: str
    neighbours: tuple[Neighbour, ...]

    def reading(self) -> str:
        """All of it, one line each."""
        return "\n".join([self.content, *(one.reading() for one in self.neighbours)])


@dataclass(frozen=True, slots=True)
class Written:
    """The features of the new note, the places of neighbours to link it to, and what evolves.

    ``evolved`` gives linked neighbours other features; places count from 0.
    """

    features: Features
    links: tuple[int, ...] = ()
    evolved: tuple[tuple[int, Features], ...] = ()

    def reading(self) -> str:
        """As a model would write it."""
        evolved = [f"{place + 1}: {features.reading()}" for place, features in self.evolved]
        places = " ".join(str(place + 1) for place in self.links)
        return "\n".join([self.features.reading(), places, *evolved])


def write(given: WriterInput, rng: Generator) -> Written:  # noqa: ARG001
    """Keywords are telling words, the tag is the topic; neighbours that share a keyword are linked.

    A linked neighbour takes on the new note's tag.
    """
    keywords = tuple(sorted(telling_words(given.content)))[:MOST_KEYWORDS]
    topic = topic_of([given.content])
    features = Features(keywords, (topic,) if topic else (), f"about {topic}" if topic else "")
    links = tuple(
        place
        for place, one in enumerate(given.neighbours)
        if not set(keywords).isdisjoint(one.features.keywords)
    )
    evolved = ((place, _evolved(given.neighbours[place].features, features)) for place in links)
    return Written(features, links, tuple(evolved))


def _evolved(old: Features, new: Features) -> Features:
    return Features(old.keywords, tuple(dict.fromkeys((*old.tags, *new.tags))), old.context)


NOTE_WRITER: Role[WriterInput, Written] = Role(
    name="note_writer",
    purpose="Writes a structured note of what a user said and links it to earlier notes.",
    input=WriterInput,
    output=Written,
    twin=write,
)
