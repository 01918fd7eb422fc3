"""Summing a session up."""

from __future__ import annotations

from collections.abc import Mapping

from sim.cast.models.parts.part import Part, shown_turns
from sim.cast.models.repair import spoken
from sim.roles.summariser import SummariserInput, SummariserOutput


def _shown(given: SummariserInput) -> Mapping[str, object]:
    return {"transcript": shown_turns(given.session.turns)}


def _read(reply: str, given: SummariserInput) -> SummariserOutput:  # noqa: ARG001
    return SummariserOutput(spoken(reply))


PART = Part("summariser", _shown, _read, room=120)
