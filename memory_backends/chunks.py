"""Sessions cut into entries: by turn or whole, of the user or of both speakers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from sim.views import Memory, Session, Turn

Granularity = Literal["turn", "session"]
Speakers = Literal["user", "both"]


def default_speakers(granularity: Granularity) -> Speakers:
    """Whose words are indexed unless one says otherwise.

    Turn indexes hold user turns only, as PRAGMA has them (its retrieval set-up): a short reply of
    the assistant repeats the user's words and would crowd the user's own turn out of the top k.
    A session is kept as it was spoken.
    """
    return "user" if granularity == "turn" else "both"


def cut(session: Session, granularity: Granularity, speakers: Speakers) -> Iterator[Memory]:
    """The entries of a session, oldest first; turns without words make none.

    A turn's entry has the turn's id, text and date. A session's has one line a turn, each with
    its speaker, and the date at which the session ended: it could not be remembered before.
    """
    kept = [turn for turn in session.turns if _counts(turn, speakers)]
    if granularity == "turn":
        yield from (_of_turn(session, turn) for turn in kept)
    elif kept:
        yield _of_session(session, kept)


def _counts(turn: Turn, speakers: Speakers) -> bool:
    return bool(turn.text.strip()) and speakers in ("both", turn.speaker)


def _of_turn(session: Session, turn: Turn) -> Memory:
    return Memory(
        id=turn.id,
        text=turn.text,
        created_at=turn.at,
        sessions=(session.id,),
        turns=(turn.id,),
        metadata={"speaker": turn.speaker},
    )


def _of_session(session: Session, kept: list[Turn]) -> Memory:
    return Memory(
        id=session.id,
        text="\n".join(f"{turn.speaker}: {turn.text}" for turn in kept),
        created_at=session.ended_at,
        sessions=(session.id,),
        turns=tuple(turn.id for turn in kept),
    )
