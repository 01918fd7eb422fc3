"""The scripted assistant's lines, by what the user is doing.

No line asserts anything about the user or takes up a word of theirs, so that whatever a memory
knows about a person came out of the person's own mouth. They stand in ``lines.yaml``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import yaml
from pydantic import BaseModel, ConfigDict

Doing = Literal[
    "opening",
    "telling",
    "ruling",
    "measuring",
    "deciding",
    "choosing",
    "asking",
    "checking",
    "forgetting",
    "thanking",
    "recalling",
]
QUESTIONS: frozenset[Doing] = frozenset({"measuring", "deciding", "choosing", "asking"})


class _Lines(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    lines: dict[Doing, tuple[str, ...]]
    reactions: dict[Doing, tuple[str, ...]]


def _read() -> _Lines:
    text = Path(__file__).with_name("lines.yaml").read_text(encoding="utf-8")
    return _Lines.model_validate(yaml.safe_load(text))


_KNOWN = _read()
LINES: dict[Doing, tuple[str, ...]] = _KNOWN.lines
REACTIONS: dict[Doing, tuple[str, ...]] = _KNOWN.reactions
