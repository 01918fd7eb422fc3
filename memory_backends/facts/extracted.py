"""What backends have in common that keep facts taken from what was said."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import ClassVar, Literal

import numpy as np

from memory_backends import embedders
from memory_backends.base import BackendOptions, MemoryBackend
from memory_backends.embedders.rows import Rows
from memory_backends.retrieval.ranking import best
from sim.roles.extracting import Noted
from sim.roles.extractor import EXTRACTOR, ExtractorInput
from sim.views import Memory, Session


class ExtractingOptions(BackendOptions):
    """``granularity``: whether a session is read as a whole, or exchange by exchange."""

    granularity: Literal["session", "turn"] = "session"
    embedder: str = "use"


@dataclass(frozen=True, slots=True)
class Fact:
    """A stored fact: its note, and the entry that tells it."""

    note: Noted
    memory: Memory


class Extracting(MemoryBackend):
    """Has ``extractor`` read each session and hands on fact after fact. A session counts once."""

    group = "fact stores"
    Options: ClassVar[type[ExtractingOptions]] = ExtractingOptions
    options: ExtractingOptions

    def __init__(self, user_id: str, options: BackendOptions | None = None) -> None:
        super().__init__(user_id, options)
        self._rows = Rows(embedders.create(self.options.embedder))
        self._facts: dict[str, Fact] = {}
        self._taken: set[str] = set()

    def add(self, session: Session) -> None:
        """Extract the facts of a session and take them in one by one."""
        if session.id in self._taken:
            return
        self._taken.add(session.id)
        for number, fact in enumerate(self._extracted(session)):
            self._take_in(fact, f"{session.id}/{number}")
        self._over(session)

    def get_all(self) -> list[Memory]:
        """The facts, oldest first."""
        held = [fact.memory for fact in self._facts.values()]
        return sorted(held, key=lambda memory: memory.created_at)

    def delete(self, memory_id: str) -> None:
        """Forget one fact; KeyError if there is none of that id."""
        del self._facts[memory_id]

    def reset(self) -> None:
        """Forget everything."""
        self._facts.clear()
        self._taken.clear()

    @abstractmethod
    def _take_in(self, fact: Fact, cue: str) -> None:
        """Do with a new fact what this memory does; ``cue`` tells it from all others."""

    def _over(self, session: Session) -> None:
        """Called when all facts of a session are in."""

    def _extracted(self, session: Session) -> list[Fact]:
        dates = {turn.id: turn.at for turn in session.turns}
        notes: list[Noted] = []
        for part, cue in parts(session, self.options.granularity):
            notes += self._read(part, cue)
        return [
            Fact(note, _entry(note, number, session.id, dates[note.turn]))
            for number, note in enumerate(notes)
        ]

    def _read(self, part: Session, cue: str) -> tuple[Noted, ...]:
        """The facts in a session or a part of it."""
        return self.play(EXTRACTOR, ExtractorInput(part, self.lexicon), cue).notes

    def _nearest(self, text: str, texts: Sequence[str], k: int) -> list[tuple[int, float]]:
        """The places and scores of the ``k`` texts nearest to one, nearest first."""
        if not texts or not text.strip():
            return []
        scores = self._rows.cosines(text, texts)
        return best(scores, np.ones(len(texts), dtype=np.bool_), k)

    def _found(self, query: str, known: Sequence[Fact], k: int) -> list[Memory]:
        """The entries of the facts nearest to a query."""
        found = self._nearest(query, [fact.memory.text for fact in known], k)
        return [replace(known[place].memory, score=score) for place, score in found]

    def _by(self, at: datetime) -> list[Fact]:
        """The facts that were stored by a date."""
        return [fact for fact in self._facts.values() if fact.memory.created_at <= at]


def parts(session: Session, granularity: str) -> Iterator[tuple[Session, str]]:
    """What the extractor is shown, and what to call it: a session, or each exchange of it."""
    if granularity == "session":
        yield session, session.id
        return
    for place, turn in enumerate(session.turns):
        if turn.speaker == "user":
            reply = [t for t in session.turns[place + 1 : place + 2] if t.speaker == "assistant"]
            yield replace(session, turns=(turn, *reply)), turn.id


def _entry(note: Noted, number: int, session: str, at: datetime) -> Memory:
    return Memory(f"{note.turn}/{number}", note.words, at, (session,), (note.turn,))
