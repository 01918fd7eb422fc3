"""Saying why somebody's use of the assistant changes."""

from __future__ import annotations

from collections.abc import Mapping

from sim.cast.models.parts.part import Part
from sim.cast.models.repair import spoken
from sim.roles.transition_narrator import Transition, TransitionInput

LONGEST = 300  # characters


def _shown(given: TransitionInput) -> Mapping[str, object]:
    return {
        "person": given.described,
        "ends": given.ends,
        "begins": given.begins,
        "asked": given.asked,
    }


def _read(reply: str, given: TransitionInput) -> Transition:  # noqa: ARG001
    return Transition(spoken(reply)[:LONGEST])


PART = Part("transition_narrator", _shown, _read, room=90)
