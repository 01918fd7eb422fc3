"""Auditing dialogues that are there: every session of every life, by the plans of the recipe."""

from __future__ import annotations

from collections.abc import Iterator

from experiments.auditing import Finding, audit_life
from experiments.dialogues.folder import Dialogues
from experiments.lives import compose, seats, world_of
from sim.errors import Misuse


def check(dialogues: Dialogues) -> Iterator[tuple[str, Finding]]:
    """What is wrong, life by life. Raises Misuse for a run over an imported corpus."""
    recipe, there = dialogues.recipe, set(dialogues.lives)
    if recipe.lives is None:
        raise Misuse(f"{dialogues.path} observes a corpus: its dialogues were planned elsewhere")
    level = int(recipe.lives.storyline.get("explicitness", 0))
    for seat in seats(recipe):
        if seat.life in there:
            life = compose(recipe, seat)
            sessions = (r for r in dialogues.records(seat.life) if not r.get("policy"))
            for one in audit_life(life, sessions, world_of(recipe, life), level):
                yield seat.life, one
