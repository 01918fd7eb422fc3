"""Judging whether filler could be taken for a fact about the user."""

from __future__ import annotations

from collections.abc import Mapping

from sim.cast.models.exchange import Schema
from sim.cast.models.parts.part import Part, choice, schema_of
from sim.cast.models.prompting import Own
from sim.cast.models.repair import Unusable, json_object, string
from sim.roles.conflict_judge import CONFLICTS, NO_CONFLICT, ConflictInput, ConflictVerdict

MOST_VALUES, MOST_WORDINGS = 12, 6  # shown of a subject
KINDS = (*CONFLICTS, NO_CONFLICT)


def _shown(given: ConflictInput) -> Mapping[str, object]:
    subject = given.subject
    return {
        "about": subject.phrase,
        "values": list(subject.values[:MOST_VALUES]),
        "wordings": list(subject.wordings[:MOST_WORDINGS]),
        "turns": [{"speaker": Own(who), "text": text} for who, text in given.turns],
    }


def _schema(given: ConflictInput) -> Schema:  # noqa: ARG001
    return schema_of(conflict=choice(KINDS))


def _read(reply: str, given: ConflictInput) -> ConflictVerdict:  # noqa: ARG001
    said = string(json_object(reply), "conflict")
    found = next((kind for kind in CONFLICTS if kind == said), None)
    if found is None and said != NO_CONFLICT:
        raise Unusable(f"The key 'conflict' must be one of {', '.join(KINDS)}.")
    return ConflictVerdict(found)


PART = Part("conflict_judge", _shown, _read, room=40, schema=_schema)
