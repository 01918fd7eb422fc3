"""What a store held, and when: kept up from the differences of successive ``get_all()``.

Time is counted in sessions of the life (ticks): the first session is tick 1. Every entry has its
stays, spans of ticks during which it was stored, and from them follows everything that retention
and the loss funnel ask, for any fact, at any later time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import is_

from sim.probes import Evidence
from sim.probing.carriers import Carriers, Needles
from sim.text import estimated_tokens
from sim.views import Memory

EntryKey = tuple[str, str]  # (id, text): an entry that is rewritten leaves, and another one comes


@dataclass(slots=True)
class Stay:
    """An entry was there at the end of every tick from ``since`` on and before ``until``."""

    since: int
    until: int | None = None

    def reaches(self, tick: int) -> bool:
        """Whether it came at a tick or later, or was still there then; even for a moment."""
        return self.since >= tick or self.until is None or self.until > tick


@dataclass(frozen=True, slots=True)
class StoreChange:
    """How many entries came and went in one write."""

    added: int = 0
    removed: int = 0


class StoreWatch:
    """The entries of one trial's store over a life, and which facts they carry.

    >>> from datetime import datetime
    >>> watch = StoreWatch(Carriers())
    >>> watch.begin("s0001")
    >>> watch.update([Memory("m1", "I live in Brask.", datetime(2031, 1, 6))])
    StoreChange(added=1, removed=0)
    >>> watch.begin("s0002")
    >>> watch.update([])
    StoreChange(added=0, removed=1)
    >>> watch.presence(("Brask",), 1, 2)
    [True, False]
    """

    def __init__(self, carriers: Carriers) -> None:
        self.tick = 0
        self.tokens = 0
        self._carriers = carriers
        self._ticks: dict[str, int] = {}
        self._latest: list[Memory] = []
        self._stays: dict[EntryKey, list[Stay]] = {}
        self._present: dict[EntryKey, Stay] = {}
        self._by_text: dict[str, list[EntryKey]] = {}
        self._origins = _Origins()

    @property
    def entries(self) -> int:
        """How many entries are stored now."""
        return len(self._present)

    def begin(self, session_id: str) -> None:
        """The next session of the life is over; what is stored of it comes with ``update``."""
        self.tick += 1
        self._ticks[session_id] = self.tick

    def tick_of(self, session_id: str) -> int:
        """Which session of the life this was, counted from 1; 0 if it was never held."""
        return self._ticks.get(session_id, 0)

    def update(self, entries: Sequence[Memory]) -> StoreChange:
        """Take in what ``get_all()`` returned; only what differs from last time is looked at."""
        old, entries = self._latest, list(entries)
        self._latest = entries
        if len(old) <= len(entries) and all(map(is_, old, entries)):
            return StoreChange(sum(map(self._come, entries[len(old) :])))
        keys = {(entry.id, entry.text) for entry in entries}
        gone = [key for key in self._present if key not in keys]
        for key in gone:
            self._go(key)
        return StoreChange(sum(map(self._come, entries)), len(gone))

    def evict(self, entries: Iterable[Memory]) -> None:
        """Entries that a budget has thrown out since the last update."""
        gone = {key for entry in entries if (key := (entry.id, entry.text)) in self._present}
        for key in sorted(gone):
            self._go(key)
        self._latest = [entry for entry in self._latest if (entry.id, entry.text) not in gone]

    def present(self, needles: Needles) -> bool:
        """Whether an entry stored now carries the needles."""
        return any(key in self._present for key in self._carrying(needles))

    def presence(self, needles: Needles, first: int, last: int) -> list[bool]:
        """For every tick from ``first`` to ``last``: was the fact in the store when it ended?"""
        found = [False] * (last - first + 1)
        for key in self._carrying(needles):
            for stay in self._stays[key]:
                since = max(stay.since, first)
                until = last + 1 if stay.until is None else min(stay.until, last + 1)
                if since < until:
                    found[since - first : until - first] = [True] * (until - since)
        return found

    def stored_since(self, evidence: Evidence, tick: int) -> bool:
        """Whether an entry carrying the evidence was stored at a tick or later, ever so briefly."""
        stays = (stay for key in self._holding(evidence) for stay in self._stays[key])
        return any(stay.reaches(tick) for stay in stays)

    def holds(self, evidence: Evidence) -> bool:
        """Whether an entry stored now carries the evidence, by its text or by its sources."""
        return any(key in self._present for key in self._holding(evidence))

    def carried(self, evidence: Evidence, memory: Memory) -> bool:
        """Whether a retrieved memory carries the evidence; as ``Evidence.is_carried_by``."""
        if evidence.needles:
            return self._carriers.carries(memory.text, evidence.needles)
        return evidence.is_carried_by(memory)

    def _holding(self, evidence: Evidence) -> Iterator[EntryKey]:
        if evidence.needles:
            return self._carrying(evidence.needles)
        return self._origins.of(evidence)

    def _carrying(self, needles: Needles) -> Iterator[EntryKey]:
        texts = self._carriers.of(needles)
        return (key for text in texts for key in self._by_text.get(text, ()))

    def _come(self, entry: Memory) -> bool:
        key = (entry.id, entry.text)
        if key in self._present:
            return False
        stay = Stay(self.tick)
        if key not in self._stays:
            self._stays[key] = []
            self._by_text.setdefault(entry.text, []).append(key)
            self._origins.add(key, entry)
            self._carriers.read(entry.text)
        self._stays[key].append(stay)
        self._present[key] = stay
        self.tokens += estimated_tokens(entry.text)
        return True

    def _go(self, key: EntryKey) -> None:
        self._present.pop(key).until = self.tick
        self.tokens -= estimated_tokens(key[1])


class _Origins:
    """From sessions and turns to the entries that name them as sources; indexed once asked for."""

    def __init__(self) -> None:
        self._unread: list[tuple[EntryKey, Memory]] = []
        self._of_turn: dict[str, list[EntryKey]] = {}
        self._of_session: dict[str, list[EntryKey]] = {}
        self._without_turns: dict[str, list[EntryKey]] = {}

    def add(self, key: EntryKey, entry: Memory) -> None:
        self._unread.append((key, entry))

    def of(self, evidence: Evidence) -> Iterator[EntryKey]:
        self._read()
        if not evidence.turn_ids:
            yield from self._of_session.get(evidence.session_id, ())
            return
        for turn in evidence.turn_ids:
            yield from self._of_turn.get(turn, ())
        yield from self._without_turns.get(evidence.session_id, ())

    def _read(self) -> None:
        unread, self._unread = self._unread, []
        for key, entry in unread:
            for turn in entry.turns:
                self._of_turn.setdefault(turn, []).append(key)
            for session in entry.sessions:
                self._of_session.setdefault(session, []).append(key)
                if not entry.turns:
                    self._without_turns.setdefault(session, []).append(key)
