"""Judging whether memories are needed, which are of use, and which bear an answer out."""

from __future__ import annotations

from collections.abc import Mapping

from sim.cast.models.exchange import Schema
from sim.cast.models.parts.part import FLAG, Part, places, schema_of
from sim.cast.models.prompting import Own
from sim.cast.models.repair import boolean, json_object, numbers
from sim.roles.critic import CriticInput, Critique


def _shown(given: CriticInput) -> Mapping[str, object]:
    return {
        "aspect": Own(given.aspect),
        "memories": [
            {"date": Own(m.created_at.date().isoformat()), "text": m.text} for m in given.memories
        ],
        "question": given.question.text,
        "answer": given.answer,
    }


def _schema(given: CriticInput) -> Schema:
    if given.aspect == "needed":
        return schema_of(needed=FLAG)
    return schema_of(notes=places(len(given.memories)))


def _read(reply: str, given: CriticInput) -> Critique:
    found = json_object(reply)
    if given.aspect == "needed":
        return Critique(boolean(found, "needed"))
    cited = tuple(number - 1 for number in numbers(found, "notes", len(given.memories)))
    return Critique(bool(cited), cited)


def _nothing_to_judge(given: CriticInput) -> Critique | None:
    """Without memories none is of use, and none bears anything out."""
    return None if given.memories or given.aspect == "needed" else Critique(False)


PART = Part("critic", _shown, _read, room=120, schema=_schema, settled=_nothing_to_judge)
