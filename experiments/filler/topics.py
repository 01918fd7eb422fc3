"""Filler that is made up: curious questions on 32 topics, none of which anybody's life hangs on.

A conversation takes some of a topic's exchanges in random order, about one of its things, framed
by openings, remarks and closings that go with any topic. Nobody states a fact about themselves.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any

from numpy.random import Generator
from pydantic import BaseModel, ConfigDict

from experiments.filler.session import Filler, Said
from sim.seeds import stream
from sim.views import Speaker

LIBRARY = Path(__file__).parent / "library"
FILES = ("topics_1.yaml", "topics_2.yaml", "frames.yaml")
EXCHANGES = (5, 7)  # least and most in one conversation
REMARK = 0.4  # the share of exchanges that the user remarks on

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
    thing = _one(topic.things, rng)
    words = {"about": topic.about, "thing": thing}
    least, most = EXCHANGES
    chosen = rng.permutation(len(topic.exchanges))[: int(rng.integers(least, most + 1))]
    remarks = iter(rng.permutation(len(around.remarks)))
    yield "user", _one(around.openings, rng).format(**words)
    yield "assistant", _one(around.welcomes, rng)
    for place in chosen:
        yield from _pair(topic.exchanges[int(place)], words)
        if rng.random() < REMARK:
            yield from _pair(around.remarks[int(next(remarks))], words)
    yield from _pair(around.closings[int(rng.integers(len(around.closings)))], words)


def _pair(pair: Pair, words: dict[str, str]) -> Said:
    question, answer = (_capital(text.format(**words)) for text in pair)
    return (("user", question), ("assistant", answer))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _one(options: tuple[str, ...], rng: Generator) -> str:
    return options[int(rng.integers(len(options)))]


def _read(name: str) -> Any:
    import yaml

    return yaml.safe_load((LIBRARY / name).read_text(encoding="utf-8"))
