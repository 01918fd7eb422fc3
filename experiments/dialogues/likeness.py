"""How alike the people of some dialogues are in what they use the assistant for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from experiments.dialogues.folder import Dialogues

if TYPE_CHECKING:
    from personas import Diversity
    from personas.persona import Features


def diversity(dialogues: Dialogues) -> Diversity:
    """The similarities of all pairs of people, by the sessions that they held before any shift.

    Somebody who lives several lives counts once. No pairs where nobody has a profile, as in
    episodes.
    """
    import personas

    met: dict[str, Features] = {}
    for life in dialogues.lives:
        person, features = _shown(dialogues, life)
        if features:
            met.setdefault(person, features)
    return personas.diversity_of([met[person] for person in sorted(met)])


def _shown(dialogues: Dialogues, life: str) -> tuple[str, Features]:
    """Who lives a life, and the (domain, memory necessity) pairs of its first period."""
    person, features = life, set[tuple[str, bool]]()
    for record in dialogues.records(life):
        if record["record"] == "life":
            person = record["persona"] or life
        if record["record"] == "session" and record["domain"] and not record["period"]:
            features.add((record["domain"], record["long_horizon"]))
    return person, frozenset(features)
