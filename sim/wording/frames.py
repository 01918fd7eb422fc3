"""Setting a sentence that holds no fact into a moment, so that two people rarely say it alike.

A frame has slots that are filled independently, so some thirty frames make tens of thousands of
beginnings. Sentences that state a fact are never framed: their wording is what readers know.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib.resources import files

import yaml
from numpy.random import Generator
from pydantic import BaseModel, ConfigDict

Texts = tuple[str, ...]
SHARE = 0.6  # of the sentences are framed; the others stand as they are
_SLOT = re.compile(r"\{(\w+)\}")
_STAYS = re.compile(r"(?:I|I['’]\w+|[A-Z]{2,}\w*|Mum|Dad|Mother|Father)\b")


class Frames(BaseModel):
    """The lists of the data file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    statements: Texts
    questions: Texts
    greetings: Texts
    closings: Texts
    slots: dict[str, Texts]


@lru_cache(maxsize=1)
def frames() -> Frames:
    """All frames and what fills their slots."""
    text = files("sim.wording").joinpath("frames.yaml").read_text(encoding="utf-8")
    return Frames.model_validate(yaml.safe_load(text))


def framed(text: str, rng: Generator) -> str:
    """A remark or a question in a frame, or, now and then, as it is.

    >>> from sim.seeds import stream
    >>> framed("The lid never fits.", stream(4)).casefold().endswith("the lid never fits.")
    True
    """
    if rng.random() >= SHARE:
        return text
    known = frames()
    return _filled(
        _one(known.questions if text.endswith("?") else known.statements, rng), rng, text
    )


def unframed(text: str, among: Iterable[str]) -> str:
    """Which of some sentences a text is, in a frame or bare; "" if none.

    >>> unframed("I tell you: the lid never fits.", ["It fits.", "The lid never fits."])
    'The lid never fits.'
    """
    return next((one for one in among if text == one or text.endswith(f" {_small(one)}")), "")


def greeting(rng: Generator) -> str:
    """A way to say hello."""
    return _filled(_one(frames().greetings, rng), rng)


def closing(rng: Generator) -> str:
    """A way to take leave."""
    return _filled(_one(frames().closings, rng), rng)


def everything() -> Iterator[str]:
    """All frames and fillings, for checks."""
    known = frames()
    yield from (*known.statements, *known.questions, *known.greetings, *known.closings)
    for texts in known.slots.values():
        yield from texts


def _filled(frame: str, rng: Generator, said: str = "") -> str:
    def fill(slot: re.Match[str]) -> str:
        name = slot.group(1)
        if name == "said":
            return _small(said)
        text = _one(frames().slots[name.lower()], rng)
        return f"{text[:1].upper()}{text[1:]}" if name[0].isupper() else text

    return _SLOT.sub(fill, frame)


def _small(text: str) -> str:
    """A sentence to go on with after a colon.

    >>> _small("The lid never fits."), _small("I hum."), _small("BM25 is old.")
    ('the lid never fits.', 'I hum.', 'BM25 is old.')
    """
    return text if _STAYS.match(text) else f"{text[:1].lower()}{text[1:]}"


def _one(texts: Texts, rng: Generator) -> str:
    return texts[int(rng.random() * len(texts))]
