"""Memories that know the answer, or know nothing: the ends of every scale.

Controls see the probe, so they stand outside the wall and outside the conformance suite. Each is
what a perfect (or an empty) memory would be in its unit: turns, whole sessions, single facts.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from datetime import datetime

from memory_backends.base import MemoryBackend
from sim.lexicon import sentences
from sim.probes import Evidence, Probe
from sim.text import carries, contains
from sim.views import Memory, Session, Turn


class Control(MemoryBackend):
    """A memory that is asked with the probe in hand."""

    @abstractmethod
    def evidence(self, probe: Probe) -> list[Memory]:
        """What this memory brings for a probe, oldest first, however much it is."""


class NoMemory(Control):
    """Nothing is ever stored: what can be answered without any memory."""

    name = "none"

    def add(self, session: Session) -> None:
        """Let the session pass."""

    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:  # noqa: ARG002
        """Nothing."""
        return []

    def get_all(self) -> list[Memory]:
        """Nothing."""
        return []

    def delete(self, memory_id: str) -> None:
        """There is nothing to forget."""

    def evidence(self, probe: Probe) -> list[Memory]:  # noqa: ARG002
        """Nothing."""
        return []


class OracleTurns(Control):
    """Every turn is stored, and exactly the turns a probe rests on are found."""

    name = "oracle"

    def __init__(self, user_id: str) -> None:
        super().__init__(user_id)
        self._kept: dict[str, Memory] = {}

    def add(self, session: Session) -> None:
        """Store the session."""
        for memory in self._memories(session):
            self._kept[memory.id] = memory

    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:  # noqa: ARG002
        """The latest memories: in a conversation there is no probe to know the evidence from."""
        past = [memory for memory in self._kept.values() if memory.created_at <= at]
        return past[-k:][::-1]

    def get_all(self) -> list[Memory]:
        """Everything that was not evicted."""
        return list(self._kept.values())

    def delete(self, memory_id: str) -> None:
        """Forget one entry."""
        self._kept.pop(memory_id, None)

    def evidence(self, probe: Probe) -> list[Memory]:
        """The entries that hold the needed evidence of the probe."""
        wanted = dict.fromkeys(key for piece in probe.evidence for key in self._keys(piece))
        return _in_time(self._kept[key] for key in wanted if key in self._kept)

    def _memories(self, session: Session) -> list[Memory]:
        return [_memory(session.id, turn) for turn in session.turns]

    def _keys(self, piece: Evidence) -> Iterable[str]:
        if piece.turn_ids:
            return piece.turn_ids
        return [key for key, kept in self._kept.items() if piece.session_id in kept.sessions]


class OracleSessions(OracleTurns):
    """Every session is stored, and exactly the sessions a probe rests on are found."""

    name = "oracle_sessions"

    def _memories(self, session: Session) -> list[Memory]:
        turns = tuple(turn.id for turn in session.turns)
        return [Memory(session.id, session.text, session.ended_at, (session.id,), turns)]

    def _keys(self, piece: Evidence) -> Iterable[str]:
        turns = set(piece.turn_ids)
        return [
            key
            for key, kept in self._kept.items()
            if key == piece.session_id or not turns.isdisjoint(kept.turns)
        ]


class OracleFacts(OracleTurns):
    """Every turn is stored; of the turns a probe rests on only the sentences needed are found."""

    name = "oracle_facts"

    def evidence(self, probe: Probe) -> list[Memory]:
        """One memory a piece of evidence: the sentences of its turns that hold its words."""
        found: dict[str, Memory] = {}
        for piece in probe.evidence:
            for key in self._keys(piece):
                if key in self._kept:
                    fact = _distilled(self._kept[key], piece.needles)
                    found.setdefault(fact.id, fact)
        return _in_time(found.values())


class StaleFacts(OracleTurns):
    """Every turn is stored; what is found is where a value was first told, and no later news.

    What a memory would answer that has missed the change: right before it and wrong after.
    """

    name = "stale_facts"

    def evidence(self, probe: Probe) -> list[Memory]:
        """The first turn of the user that holds the old value (or, before a change, the value)."""
        gold = probe.gold
        values = gold.stale[:1] or gold.hidden[:1] or gold.accepted[:1]
        found = (self._first(value) for value in values)
        return [memory for memory in found if memory is not None]

    def _first(self, value: str) -> Memory | None:
        users = (m for m in _in_time(self._kept.values()) if m.metadata.get("speaker") == "user")
        return next((memory for memory in users if contains(memory.text, value)), None)


def _memory(session_id: str, turn: Turn) -> Memory:
    return Memory(
        id=turn.id,
        text=turn.text,
        created_at=turn.at,
        sessions=(session_id,),
        turns=(turn.id,),
        metadata={"speaker": turn.speaker},
    )


def _in_time(memories: Iterable[Memory]) -> list[Memory]:
    return sorted(memories, key=lambda memory: memory.created_at)


def _distilled(memory: Memory, needles: tuple[str, ...]) -> Memory:
    """The memory cut down to the sentences that hold a needle; whole if that would lose one."""
    said = [s for s in sentences(memory.text) if any(contains(s, needle) for needle in needles)]
    text = " ".join(said)
    if not carries(text, needles):
        return memory
    return Memory(f"{memory.id}: {text}", text, memory.created_at, memory.sessions, memory.turns)
