"""Entries that gather the facts of one topic, rendered as they stood at a date."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from memory_backends.facts.extracted import Fact
from sim.views import Memory


@dataclass(frozen=True, slots=True)
class Gathered:
    """Facts on one topic, in the order in which they were told."""

    id: str
    topic: str
    facts: tuple[Fact, ...]

    def entry(self, at: datetime | None = None) -> Memory | None:
        """One memory of what was told by a date, or by now; None if that is nothing."""
        told = [f for f in self.facts if at is None or f.memory.created_at <= at]
        if not told:
            return None
        return Memory(
            id=self.id,
            text="\n".join(fact.note.words for fact in told),
            created_at=max(fact.memory.created_at for fact in told),
            sessions=_once(session for fact in told for session in fact.memory.sessions),
            turns=_once(turn for fact in told for turn in fact.memory.turns),
            metadata={"topic": self.topic},
        )

    def without(self, facts: Iterable[Fact]) -> Gathered:
        """The same with some facts taken out."""
        gone = {fact.memory.id for fact in facts}
        left = tuple(fact for fact in self.facts if fact.memory.id not in gone)
        return Gathered(self.id, self.topic, left)


def _once(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
