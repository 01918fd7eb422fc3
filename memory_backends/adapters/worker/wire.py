"""Sessions and memories as they cross to a worker and back."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from sim.errors import RunFailed
from sim.reasons import reason
from sim.views import Memory, Session


class Entry(BaseModel):
    """One entry as a worker tells it; ``created_at`` is simulated, without a time zone."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    text: str
    created_at: datetime
    sessions: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()
    score: float | None = None
    metadata: dict[str, str] = {}


_ENTRIES = TypeAdapter(list[Entry])


def sent(session: Session) -> dict[str, Any]:
    """A session as JSON knows it, its dates in ISO 8601."""
    return {
        "id": session.id,
        "started_at": session.started_at.isoformat(),
        "ended_at": session.ended_at.isoformat(),
        "turns": [{**asdict(turn), "at": turn.at.isoformat()} for turn in session.turns],
    }


def received(who: str, do: str, reply: object) -> list[Memory]:
    """The memories in a reply.

    >>> received("m", "find", [{"id": "1", "text": "Oslo", "created_at": "2031-01-06T12:00"}])
    [Memory(id='1', text='Oslo', created_at=datetime.datetime(2031, 1, 6, 12, 0), sessions=(), \
turns=(), score=None, metadata={})]
    >>> received("m", "find", [{"id": "1", "text": "Oslo"}])
    Traceback (most recent call last):
    ...
    sim.errors.RunFailed: the worker 'm' gave no entries for find: 0.created_at: this key is missing
    """
    try:
        entries = _ENTRIES.validate_python(reply)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        why = f"{where}: {reason(first)}" if where else reason(first)
        raise RunFailed(f"the worker {who!r} gave no entries for {do}: {why}") from error
    return [Memory(**dict(entry)) for entry in entries]
