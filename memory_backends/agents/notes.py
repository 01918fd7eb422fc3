"""Structured notes that are linked, and that evolve as others come."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import ClassVar

from pydantic import Field

from memory_backends import embedders
from memory_backends.agents.searching import nearest
from memory_backends.base import BackendOptions, MemoryBackend
from memory_backends.chunks import cut
from memory_backends.embedders.rows import Rows
from sim.roles.note_writer import NOTE_WRITER, Features, Neighbour, WriterInput
from sim.views import Memory, Session


class NotesOptions(BackendOptions):
    """``neighbours`` are the earlier notes that a new one may be linked to (A-MEM: 5)."""

    neighbours: int = Field(default=5, ge=1)
    embedder: str = "use"


@dataclass
class Note:
    """What was said, how it is described, and what it belongs with.

    ``evolved`` are the descriptions that later notes gave it, by their ids: they go when these go.
    """

    memory: Memory
    own: Features
    links: list[str] = field(default_factory=list)
    evolved: dict[str, tuple[datetime, Features]] = field(default_factory=dict)
    made: tuple[Features, Memory] | None = None

    def features(self, at: datetime | None = None) -> Features:
        """The latest description that there was by a date, or that there is now."""
        if not self.evolved:
            return self.own
        given = [f for when, f in self.evolved.values() if at is None or when <= at]
        return given[-1] if given else self.own

    def described(self, at: datetime | None = None) -> Memory:
        """The entry with its description."""
        features = self.features(at)
        if self.made is None or self.made[0] is not features:
            self.made = features, self._of(features)
        return self.made[1]

    def _of(self, features: Features) -> Memory:
        described = {
            "keywords": ", ".join(features.keywords),
            "tags": ", ".join(features.tags),
            "context": features.context,
        }
        return replace(self.memory, metadata=described)


class Notes(MemoryBackend):
    """A-MEM: notes with keywords, tags and context, linked and evolving (Xu et al. 2025, 3).

    A note is a message of the user's. ``note_writer`` is asked once a message; the paper asks for
    the note and for its links and what evolves in calls of their own. A search compares the
    question with content and description together, and brings what the best are linked to behind
    each of them.
    """

    name = "notes"
    group = "agents"
    Options: ClassVar[type[NotesOptions]] = NotesOptions
    options: NotesOptions

    def __init__(self, user_id: str, options: BackendOptions | None = None) -> None:
        super().__init__(user_id, options)
        self._rows = Rows(embedders.create(self.options.embedder))
        self._notes: dict[str, Note] = {}

    def add(self, session: Session) -> None:
        """A note for each message of the user's; one that is there already stays as it is."""
        for memory in cut(session, "turn", "user"):
            if memory.id not in self._notes:
                self._take_in(memory)

    def search(self, query: str, *, k: int, at: datetime) -> list[Memory]:
        """The notes nearest to a query, each before what it is linked to."""
        known = [n.described(at) for n in self._notes.values() if n.memory.created_at <= at]
        ranked = nearest(self._rows, query, known, k, _described)
        brought: dict[str, Memory] = {}
        for memory in self._with_links(ranked, at):
            brought.setdefault(memory.id, memory)
        return list(brought.values())[: max(k, 0)]

    def get_all(self) -> list[Memory]:
        """The notes, oldest first."""
        held = [note.described() for note in self._notes.values()]
        return sorted(held, key=lambda memory: memory.created_at)

    def delete(self, memory_id: str) -> None:
        """Forget a note, the links to it and what it changed; KeyError if there is none."""
        del self._notes[memory_id]
        for note in self._notes.values():
            note.evolved.pop(memory_id, None)
            note.links = [link for link in note.links if link != memory_id]

    def reset(self) -> None:
        """Forget everything."""
        self._notes.clear()

    def _with_links(self, ranked: list[Memory], at: datetime) -> Iterator[Memory]:
        """Each memory, then those it is linked to that existed, with a score no better."""
        for memory in ranked:
            yield memory
            for link in self._notes[memory.id].links:
                linked = self._notes[link]
                if linked.memory.created_at <= at:
                    yield replace(linked.described(at), score=memory.score)

    def _take_in(self, memory: Memory) -> None:
        known = [note.described() for note in self._notes.values()]
        near = nearest(self._rows, memory.text, known, self.options.neighbours, _described)
        notes = [self._notes[one.id] for one in near]
        shown = tuple(Neighbour(note.memory.text, note.features()) for note in notes)
        written = self.play(NOTE_WRITER, WriterInput(memory.text, shown), memory.id)
        new = Note(memory, written.features, [notes[place].memory.id for place in written.links])
        self._notes[memory.id] = new
        for place, features in written.evolved:
            notes[place].evolved[memory.id] = (memory.created_at, features)
        for place in written.links:
            notes[place].links.append(memory.id)


def _described(memory: Memory) -> str:
    return "\n".join([memory.text, *memory.metadata.values()])
