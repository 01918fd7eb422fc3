"""Step 1 of the conflict filter: every sentence that could be gold in some episode of a world."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from worlds import Entity, World


@dataclass(frozen=True, slots=True)
class GoldSentence:
    """What a user may say of an entity in some episode."""

    entity: str
    value: str
    text: str


def gold_sentences(world: World) -> Iterator[GoldSentence]:
    """All values of every entity in all wordings that state or change it (MEME, appendix B.4)."""
    for entity in world.entities.values():
        for template in wordings(entity):
            for value in entity.values:
                yield GoldSentence(entity.id, value, template.replace("{value}", value))


def wordings(entity: Entity) -> tuple[str, ...]:
    """The sentences that state a value of an entity or report a new one, the value as a slot."""
    return tuple(dict.fromkeys((*entity.states, *entity.changes)))
