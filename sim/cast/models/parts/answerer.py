"""Answering from memories: nothing but question, memories and dates is shown."""

from __future__ import annotations

from collections.abc import Mapping

from sim.cast.models.parts.part import Part, shown_memories
from sim.cast.models.prompting import Own
from sim.cast.models.repair import spoken
from sim.roles.answerer import AnswererInput, AnswererOutput


def _shown(given: AnswererInput) -> Mapping[str, object]:
    return {
        "memories": shown_memories(given.memories),
        "question": given.question.text,
        "today": Own(given.question.at.date().isoformat()),
    }


def _read(reply: str, given: AnswererInput) -> AnswererOutput:  # noqa: ARG001
    return AnswererOutput(spoken(reply))


PART = Part("answerer", _shown, _read, room=160)
