"""What memories say, in the order in which it was said, each telling once.

Memories overlap (windows, a summary beside its source), and the same sentence then comes up
twice. A memory with no source of its own tells nothing twice that one of its sources told before.
One that goes on where another ended continues, entity by entity, after what both have in common.
Where sources are not known, memories made at one time count as one source.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
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
    heard = _Heard()
    for memory in sorted(memories, key=_when):
        sources = set(memory.sessions) or {memory.created_at.isoformat()}
        heard.take_in(lexicon.read(memory.text), sources)
    return Told(tuple(heard.statements))


@dataclass(slots=True)
class _Heard:
    """What was read so far, in order, by entity, and from which sources."""

    statements: list[Statement] = field(default_factory=list)
    by_entity: dict[str, list[Statement]] = field(default_factory=dict)
    places: dict[Statement, set[str]] = field(default_factory=dict)
    sources: set[str] = field(default_factory=set)

    def take_in(self, found: Sequence[Statement], sources: set[str]) -> None:
        """Add what is new in a memory."""
        if sources <= self.sources:
            new = [s for s in found if self.places.get(s, set()).isdisjoint(sources)]
        else:
            new = list(found) if sources.isdisjoint(self.sources) else self._sequel(found)
        for statement in new:
            self.by_entity.setdefault(statement.entity, []).append(statement)
        for statement in found:
            self.places.setdefault(statement, set()).update(sources)
        self.statements += new
        self.sources |= sources

    def _sequel(self, found: Sequence[Statement]) -> list[Statement]:
        """What follows the stretch that ends what was read and begins what is found."""
        skipped = {}
        for entity in dict.fromkeys(s.entity for s in found):
            about = [s for s in found if s.entity == entity]
            skipped[entity] = _overlap(self.by_entity.get(entity, []), about)
        new = []
        for statement in found:
            skipped[statement.entity] -= 1
            new += [statement] if skipped[statement.entity] < 0 else []
        return new


def _overlap(before: list[Statement], after: list[Statement]) -> int:
    """The length of the longest end of one list that begins the other."""
    longest = min(len(before), len(after))
    return next((n for n in range(longest, 0, -1) if before[-n:] == after[:n]), 0)


def _when(memory: Memory) -> tuple[datetime, tuple[str, int, str], str]:
    """Time first; memories of one time by their first turn ("s0001.9" before "s0001.10")."""
    session, _, index = (memory.turns[0] if memory.turns else "").rpartition(".")
    return memory.created_at, (session, len(index), index), memory.id
