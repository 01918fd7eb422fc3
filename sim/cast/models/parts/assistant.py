"""Talking as the assistant: the transcript, and what its memory found."""

from __future__ import annotations

from collections.abc import Mapping

from sim.cast.models.parts.part import Part, shown_memories, shown_turns
from sim.cast.models.repair import spoken
from sim.roles.assistant import AssistantInput, AssistantOutput


def _shown(given: AssistantInput) -> Mapping[str, object]:
    return {
        "memories": shown_memories(given.memories),
        "transcript": shown_turns(given.transcript),
    }


def _read(reply: str, given: AssistantInput) -> AssistantOutput:  # noqa: ARG001
    return AssistantOutput(spoken(reply))


PART = Part("assistant", _shown, _read, room=120)
