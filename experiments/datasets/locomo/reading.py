"""LoCoMo as users of a corpus.

Both speakers are people and both speak of themselves, so neither is an assistant. A view knows two
parts only: ``speaker_a`` takes the user's, ``speaker_b`` the assistant's, and every text begins
with the speaker's name. A memory that keeps only what users say would lose half; the recipe
``locomo_retrieval`` therefore has the built-in backends index both.

There is no time of a turn, only of a session: all its turns carry the session's date. Captions of
images are evidence for many questions and are appended to the text; the words an image was searched
with can give the answer away and are left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from experiments.datasets.findings import Findings
from experiments.datasets.locomo.categories import check
from experiments.datasets.locomo.dates import date
from experiments.datasets.locomo.evidence import Places, plain
from experiments.datasets.locomo.layout import (
    Conversation,
    SourceSession,
    SourceTurn,
    conversations,
)
from experiments.datasets.locomo.questions import probes
from experiments.datasets.schema import SessionLine, TurnLine
from experiments.datasets.writing import UserRecords
from sim.errors import BadData


def read(path: Path, findings: Findings) -> Iterator[UserRecords]:
    """User after user; what was found is complete when the last has been taken."""
    for number, conversation in enumerate(conversations(path), start=1):
        yield _user(f"u{number:04}", conversation, findings)
    check(findings)


def _user(user: str, conversation: Conversation, findings: Findings) -> UserRecords:
    sessions = tuple(_sessions(user, conversation, findings))
    if not sessions:
        raise BadData(conversation.id, "this conversation has no session with turns")
    _note_turns(conversation, findings)
    findings.read.update(
        conversations=1,
        sessions=len(sessions),
        turns=sum(len(line.turns) for line in sessions),
        questions=len(conversation.questions),
    )
    asked_at = sessions[-1].ended_at
    found = probes(
        user, conversation, _places(sessions, conversation, findings), asked_at, findings
    )
    life = re.sub(r"[^A-Za-z0-9._-]+", "-", conversation.id).strip("-._")
    return UserRecords(life or user, " and ".join(conversation.speakers), sessions, tuple(found))


def _sessions(user: str, conversation: Conversation, findings: Findings) -> Iterator[SessionLine]:
    held, latest = 0, None
    for session in conversation.sessions:
        where = f"{conversation.id}, session_{session.number}"
        if not session.turns:
            findings.refused("session without a turn", where)
            continue
        held += 1
        started_at = date(session.date, where)
        if latest and started_at < latest:
            raise BadData(where, f"{session.date!r} is before the date of the session before it")
        latest = started_at
        yield SessionLine(
            user=user,
            session=f"s{held:04}",
            started_at=started_at,
            ended_at=started_at,
            turns=tuple(_turn(turn, conversation.speakers) for turn in session.turns),
            source_id=f"session_{session.number}",
        )


def _turn(turn: SourceTurn, speakers: tuple[str, str]) -> TurnLine:
    shown = f" [shares an image: {turn.blip_caption}]" if turn.blip_caption else ""
    return TurnLine(
        speaker="assistant" if turn.speaker == speakers[1] else "user",
        text=f"{turn.speaker}: {turn.text}{shown}",
        source_id=turn.dia_id,
    )


def _places(
    sessions: tuple[SessionLine, ...], conversation: Conversation, findings: Findings
) -> Places:
    """Where each turn of the source stands now; where an id is used twice the first is meant."""
    places: dict[str, tuple[str, str]] = {}
    for line in sessions:
        for number, turn in enumerate(line.turns):
            if plain(turn.source_id) in places:
                findings.noticed("turn id used twice", conversation.id, turn.source_id)
            places.setdefault(plain(turn.source_id), (line.session, f"{line.session}.{number}"))
    return places


def _note_turns(conversation: Conversation, findings: Findings) -> None:
    """What a whole conversation gives reason to note, counted."""
    counts: Counter[str] = Counter()
    for session in conversation.sessions:
        counts.update(_traits(session, conversation.speakers))
    where = conversation.id
    findings.noticed("date without a session", where, count=conversation.dates_alone)
    findings.noticed("image caption appended to the text", where, count=counts["caption"])
    findings.noticed("image search text left out", where, count=counts["query"])
    findings.repaired("third speaker, taken for a user", where, count=counts["stranger"])


def _traits(session: SourceSession, speakers: tuple[str, str]) -> Iterator[str]:
    for turn in session.turns:
        if turn.blip_caption:
            yield "caption"
        if turn.query:
            yield "query"
        if turn.speaker not in speakers:
            yield "stranger"
