"""What memories say, in the order in which it was said, each telling once.

Memories overlap (windows, a summary beside its source), and the same sentence then comes up
twice. It is one telling if the two memories share a session, or, where sessions are not known, if
they were made at the same time.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sim.lexicon import Lexicon, Statement
from sim.text import normal
from sim.views import Memory


@dataclass(frozen=True, slots=True)
class Told:
    """The statements that memories make, oldest first, and the entities they speak of."""

    statements: tuple[Statement, ...]

    def about(self, entity: str, *acts: str) -> tuple[Statement, ...]:
        """The statements of some acts about an entity, oldest first."""
        return tuple(s for s in self.statements if s.entity == entity and s.act in acts)

    def values(self, entity: str) -> tuple[str, ...]:
        """The values an entity was said to have, oldest first; a value said again is one value.

        >>> Told((Statement("state", "home", "Brask"), Statement("state", "home", "brask"),
        ...       Statement("change", "home", "Keldara"))).values("home")
        ('Brask', 'Keldara')
        """
        values: list[str] = []
        for statement in self.about(entity, "state", "change"):
            if not values or normal(values[-1]) != normal(statement.value):
                values.append(statement.value)
        return tuple(values)


def told(memories: Iterable[Memory], lexicon: Lexicon) -> Told:
    """Read memories in the order of their time, then of their place in the conversation."""
    places: dict[Statement, set[str]] = {}
    statements = []
    for memory in sorted(memories, key=_when):
        here = set(memory.sessions) or {memory.created_at.isoformat()}
        found = lexicon.read(memory.text)
        statements += [s for s in found if places.get(s, set()).isdisjoint(here)]
        for statement in found:
            places.setdefault(statement, set()).update(here)
    return Told(tuple(statements))


def _when(memory: Memory) -> tuple[datetime, tuple[str, int, str], str]:
    """Time first; memories of one time by their first turn ("s0001.9" before "s0001.10")."""
    session, _, index = (memory.turns[0] if memory.turns else "").rpartition(".")
    return memory.created_at, (session, len(index), index), memory.id
