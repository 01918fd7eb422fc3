"""Filler that is made up: curious questions on 32 topics, none of which anybody's life hangs on.

A conversation takes some of a topic's exchanges in random order, about one of its things, framed
by openings, remarks and closings that go with any topic. The user has a manner, as people have, and
explanations are now longer, now shorter. Nobody states a fact about themselves.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any

from numpy.random import Generator
from pydantic import BaseModel, ConfigDict

from experiments.filler.session import Filler, Said
from sim.lexicon import sentences
from sim.seeds import stream
from sim.views import Speaker
from sim.wording import Kind, Manner, begun, framed, manner, parting

LIBRARY = Path(__file__).parent / "library"
FILES = ("topics_1.yaml", "topics_2.yaml", "frames.yaml")
EXCHANGES = (5, 7)  # least and most in one conversation
REMARK = 0.4  # the share of exchanges that the user remarks on
KEPT = 0.75  # the share of an explanation's further sentences that are given

Pair = tuple[str, str]


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Topic(_Entry):
    """A topic: what the user asks about it, and what the assistant explains."""

    name: str
    about: str
    things: tuple[str, ...]
    exchanges: tuple[Pair, ...]


class Frames(_Entry):
    """What goes around the exchanges of any topic."""

    openings: tuple[str, ...]
    welcomes: tuple[str, ...]
    remarks: tuple[Pair, ...]
    closings: tuple[Pair, ...]


@lru_cache(maxsize=1)
def topics() -> tuple[Topic, ...]:
    """All topics, in the order of the files."""
    return tuple(Topic.model_validate(each) for each in chain(*map(_read, FILES[:-1])))


@lru_cache(maxsize=1)
def frames() -> Frames:
    """The frames."""
    return Frames.model_validate(_read(FILES[-1]))


def fingerprint() -> str:
    """The sha256 of everything that can come out of here."""
    contents = b"".join((LIBRARY / name).read_bytes() for name in FILES)
    return hashlib.sha256(contents).hexdigest()


def made_up(count: int) -> Iterator[Filler]:
    """The first so many conversations, topics in turn; always the same ones.

    >>> [filler.topic for filler in made_up(2)]
    ['beekeeping', 'sourdough']
    """
    every = topics()
    for number in range(count):
        topic = every[number % len(every)]
        rng = stream("filler", topic.name, number // len(every))
        name = f"{topic.name.replace(' ', '-')}-{number // len(every) + 1:04d}"
        yield Filler(name, topic.name, tuple(_conversation(topic, frames(), rng)))


def _conversation(topic: Topic, around: Frames, rng: Generator) -> Iterator[tuple[Speaker, str]]:
    words = {"about": topic.about, "thing": _one(topic.things, rng)}
    least, most = EXCHANGES
    chosen = rng.permutation(len(topic.exchanges))[: int(rng.integers(least, most + 1))]
    remarks = iter(rng.permutation(len(around.remarks)))
    talk = _Talk(words, manner(rng), rng)
    yield "user", begun(talk.filled(_one(around.openings, rng)), talk.manner, rng)
    yield "assistant", talk.answer(_one(around.welcomes, rng), "courtesy")
    for place in chosen:
        yield from talk.pair(topic.exchanges[int(place)], "explanation")
        if rng.random() < REMARK:
            yield from talk.pair(around.remarks[int(next(remarks))], "courtesy")
    goodbye, answer = around.closings[int(rng.integers(len(around.closings)))]
    yield "user", parting(talk.filled(goodbye), rng)
    yield "assistant", talk.answer(answer, "courtesy")


@dataclass(frozen=True, slots=True)
class _Talk:
    """How the two talk in one conversation: the words for its slots, and a manner."""

    words: Mapping[str, str]
    manner: Manner
    rng: Generator

    def pair(self, pair: Pair, kind: Kind) -> Said:
        """What the user asks or remarks, and how the assistant answers."""
        asked = framed(self.filled(pair[0]), self.manner, self.rng)
        return (("user", asked), ("assistant", self.answer(pair[1], kind)))

    def answer(self, text: str, kind: Kind) -> str:
        """Its first sentence, and most of what follows."""
        first, *rest = sentences(self.filled(text))
        kept = (first, *(one for one in rest if self.rng.random() < KEPT))
        return " ".join(framed(one, self.manner, self.rng, kind) for one in kept)

    def filled(self, text: str) -> str:
        """A text with its slots filled."""
        return _capital(text.format(**self.words))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _one(options: tuple[str, ...], rng: Generator) -> str:
    return options[int(rng.integers(len(options)))]


def _read(name: str) -> Any:
    import yaml

    return yaml.safe_load((LIBRARY / name).read_text(encoding="utf-8"))
