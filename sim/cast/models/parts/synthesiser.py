"""Making one note for a question out of the memories found for it."""

from __future__ import annotations

from collections.abc import Mapping

from sim.cast.models.parts.part import Part, shown_memories
from sim.cast.models.prompting import Own
from sim.cast.models.repair import spoken
from sim.roles.synthesiser import Synthesis, SynthesiserInput
from sim.text import words

NOTHING = "Nothing."  # what a model writes where no memory is of use


def _shown(given: SynthesiserInput) -> Mapping[str, object]:
    return {
        "memories": shown_memories(given.memories),
        "question": given.question.text,
        "today": Own(given.question.at.date().isoformat()),
        "nothing": Own(NOTHING),
    }


def _read(reply: str, given: SynthesiserInput) -> Synthesis:  # noqa: ARG001
    note = spoken(reply)
    return Synthesis("" if words(note) == words(NOTHING) else note)


def _nothing_found(given: SynthesiserInput) -> Synthesis | None:
    """Out of nothing no note is made."""
    return None if given.memories else Synthesis("")


PART = Part("synthesiser", _shown, _read, room=400, settled=_nothing_found)
