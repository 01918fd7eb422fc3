"""Noting what a session was for, what was said and what it was about."""

from __future__ import annotations

from collections.abc import Mapping

from sim.cast.models.exchange import Schema
from sim.cast.models.parts.part import Part, choice, schema_of, shown_turns, words
from sim.cast.models.repair import Unusable, json_object, string
from sim.roles.session_record import FIND_OUT, SETTLE, SessionRecord, SessionRecordInput

AIMS = {"settle": SETTLE, "find out": FIND_OUT}
LONGEST_MATTER, LONGEST_SUMMARY, LONGEST_TOPIC = 120, 300, 24  # characters


def _shown(given: SessionRecordInput) -> Mapping[str, object]:
    return {"transcript": shown_turns(given.session.turns)}


def _schema(given: SessionRecordInput) -> Schema:  # noqa: ARG001
    return schema_of(
        aim=choice(AIMS),
        matter=words(LONGEST_MATTER),
        summary=words(LONGEST_SUMMARY),
        topic=words(LONGEST_TOPIC),
    )


def _read(reply: str, given: SessionRecordInput) -> SessionRecord:  # noqa: ARG001
    found = json_object(reply)
    aim = string(found, "aim")
    if aim not in AIMS:
        raise Unusable(f"The key 'aim' must be one of {', '.join(AIMS)}.")
    topic = string(found, "topic").casefold().partition(" ")[0]
    return SessionRecord(
        f"{AIMS[aim]}: {string(found, 'matter')[:LONGEST_MATTER]}",
        string(found, "summary")[:LONGEST_SUMMARY],
        topic[:LONGEST_TOPIC],
    )


PART = Part("session_record", _shown, _read, room=220, schema=_schema)
