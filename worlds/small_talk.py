"""What a scripted user says around the facts: openings, links, follow-ups, closings.

None of it holds a fact, a value or a promise about the person; ``worlds.check`` makes sure that
no value of a world occurs in it. The sentences stand in ``templates/small_talk.yaml``.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict

Texts = tuple[str, ...]


class SmallTalk(BaseModel):
    """The lists of the file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    greetings: Texts
    purposes: dict[str, Texts]
    links: Texts
    follow_ups: Texts
    replies: Texts
    closings: Texts


def _read() -> SmallTalk:
    path = Path(__file__).parent / "templates" / "small_talk.yaml"
    return SmallTalk.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))


_TALK = _read()
GREETINGS, LINKS, CLOSINGS = _TALK.greetings, _TALK.links, _TALK.closings
FOLLOW_UPS, REPLIES = _TALK.follow_ups, _TALK.replies
PURPOSES = _TALK.purposes


def openings(kind: str) -> list[str]:
    """Every way to begin a session of a kind of happening."""
    return [f"{greeting} {purpose}" for greeting, purpose in product(GREETINGS, PURPOSES[kind])]


def everything() -> Iterator[str]:
    """All of it, for checks."""
    yield from (*GREETINGS, *LINKS, *FOLLOW_UPS, *REPLIES, *CLOSINGS)
    for purposes in PURPOSES.values():
        yield from purposes
