"""Sessions cut into entries: by turn, whole or in chunks, of the user or of both speakers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from sim.text import estimated_tokens
from sim.views import Memory, Session, Turn

Granularity = Literal["turn", "session", "chunk"]
Speakers = Literal["user", "both"]
CHUNK_TOKENS = 4096  # MEME, raw retrieval baselines


def default_speakers(granularity: Granularity) -> Speakers:
    """Whose words are indexed unless one says otherwise.

    Turn indexes hold user turns only, as PRAGMA has them (its retrieval set-up): a short reply of
    the assistant repeats the user's words and would crowd the user's own turn out of the top k.
    A session, or a chunk of one, is kept as it was spoken.
    """
    return "user" if granularity == "turn" else "both"


def cut(
    session: Session,
    granularity: Granularity,
    speakers: Speakers,
    chunk_tokens: int = CHUNK_TOKENS,
) -> Iterator[Memory]:
    """The entries of a session, oldest first; turns without words make none.

    A turn's entry has the turn's id, text and date. A session's has one line a turn, each with
    its speaker, and the date at which the session ended: it could not be remembered before. A
    chunk is as many whole turns as go into ``chunk_tokens`` (estimated), at least one, under a
    line that says when the session was (MEME, raw retrieval); it has the session's date.
    """
    kept = [turn for turn in session.turns if _counts(turn, speakers)]
    if granularity == "turn":
        yield from (_of_turn(session, turn) for turn in kept)
    elif granularity == "chunk":
        yield from _chunks(session, kept, chunk_tokens)
    elif kept:
        yield _of_turns(session, kept, session.id)


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


def _chunks(session: Session, kept: list[Turn], tokens: int) -> Iterator[Memory]:
    heading = f"[Session: {session.started_at:%Y-%m-%d %H:%M}]"
    for number, turns in enumerate(_filled(kept, tokens - estimated_tokens(f"{heading}\n"))):
        yield _of_turns(session, turns, f"{session.id}/{number}", heading)


def _filled(kept: list[Turn], tokens: int) -> Iterator[list[Turn]]:
    """Turns in order, as many at a time as go into so many tokens; a longer one stands alone."""
    together: list[Turn] = []
    room = tokens
    for turn in kept:
        size = estimated_tokens(f"{_line(turn)}\n")
        if together and size > room:
            yield together
            together, room = [], tokens
        together.append(turn)
        room -= size
    if together:
        yield together


def _line(turn: Turn) -> str:
    return f"{turn.speaker}: {turn.text}"


def _of_turns(session: Session, turns: list[Turn], entry_id: str, *heading: str) -> Memory:
    return Memory(
        id=entry_id,
        text="\n".join([*heading, *map(_line, turns)]),
        created_at=session.ended_at,
        sessions=(session.id,),
        turns=tuple(turn.id for turn in turns),
    )
