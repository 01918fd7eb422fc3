"""The plain engine: a loop over the steps, for large scripted runs."""

from __future__ import annotations

from sim.conversation.steps import Sides, Talk, beginning, steps_of


def converse(sides: Sides) -> Talk:
    """Exchange after exchange until there is a reason to end."""
    talk, steps = beginning(), steps_of(sides)
    while talk["end_reason"] is None:
        for step in steps:
            talk.update(step(talk, sides))
    return talk
