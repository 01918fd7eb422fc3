"""What may cross the wall: the only types that assistants, gates, backends and answerers see.

None of them has a field for gold, labels, domain names or telling ids. Ids are opaque: a session
is called by its number, a question by a hash. Types that know the truth live in ``sim.facts``,
``sim.plans`` and ``sim.probes`` and stay on the other side (checked by import contracts and, in
the tests, by canary strings).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

Speaker = Literal["user", "assistant"]


@dataclass(frozen=True, slots=True)
class Turn:
    """One utterance. ``id`` is ``<session id>.<index>``, so a memory can name its source turns."""

    id: str
    speaker: Speaker
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Session:
    """One conversation, complete, as it goes to gates and backends."""

    id: str
    user_id: str
    started_at: datetime
    ended_at: datetime
    turns: tuple[Turn, ...]

    @property
    def text(self) -> str:
        """The transcript, one line a turn, each with its speaker."""
        return "\n".join(f"{turn.speaker}: {turn.text}" for turn in self.turns)

    @property
    def user_text(self) -> str:
        """What the user said, one line a turn."""
        return "\n".join(turn.text for turn in self.turns if turn.speaker == "user")


@dataclass(frozen=True, slots=True)
class Question:
    """A question put to an assistant at a simulated date. ``id`` is a hash, it tells nothing."""

    id: str
    user_id: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Memory:
    """One entry of a backend: a chunk, a fact, a note, a line of a file.

    ``sessions`` and ``turns`` name the sources where the backend knows them. ``score`` is the
    backend's own and comparable only within one search. ``created_at`` is simulated time.
    """

    id: str
    text: str
    created_at: datetime
    sessions: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()
    score: float | None = None
    metadata: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back for a question, and the memories it rests on."""

    text: str
    memories: tuple[Memory, ...] = ()
