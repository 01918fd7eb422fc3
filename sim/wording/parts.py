"""The parts that sentences without facts are put together from, in a data file."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Literal, get_args

import yaml
from pydantic import BaseModel, ConfigDict

Texts = tuple[str, ...]
Kind = Literal[
    "statement",
    "question",
    "beginning",
    "request",
    "explanation",
    "courtesy",
    "reply",
    "purpose",
    "link",
]
KINDS: tuple[Kind, ...] = get_args(Kind)


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Ends(_Part):
    """What may stand before a sentence of a kind, and what may follow it."""

    leads: Texts
    tails: Texts


class Greetings(_Part):
    """A hello, how one is, and a word more."""

    hello: Texts
    state: Texts
    add: Texts


class Closings(_Part):
    """Thanks, what was taken from it, and what comes next; or a goodbye after something else."""

    thanks: Texts
    took: Texts
    next: Texts
    farewell: Texts


class Parts(_Part):
    """The data file."""

    openers: Texts
    statement: Ends
    question: Ends
    beginning: Ends
    request: Ends
    explanation: Ends
    courtesy: Ends
    reply: Ends
    purpose: Ends
    link: Ends
    greeting: Greetings
    closing: Closings
    small: str

    def ends(self, kind: Kind) -> Ends:
        """The leads and tails for a kind of sentence."""
        found: Ends = getattr(self, kind)
        return found

    def everything(self) -> Texts:
        """Every text that can be said, for checks."""
        around, hello, bye = [self.ends(kind) for kind in KINDS], self.greeting, self.closing
        said = [text for ends in around for text in (*ends.leads, *ends.tails)]
        greetings = (*hello.hello, *hello.state, *hello.add)
        return (*self.openers, *said, *greetings, *bye.thanks, *bye.took, *bye.next, *bye.farewell)


@lru_cache(maxsize=1)
def parts() -> Parts:
    """All parts there are."""
    text = files("sim.wording").joinpath("parts.yaml").read_text(encoding="utf-8")
    return Parts.model_validate(yaml.safe_load(text))


@lru_cache(maxsize=1)
def small_words() -> frozenset[str]:
    """Words that are written small unless they begin a sentence."""
    return frozenset(parts().small.split())
