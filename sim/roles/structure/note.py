"""The note itself: projects and isolated sessions, and what their words have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

from sim.roles.session_record import SessionRecord
from sim.roles.structure.leanings import Leanings

ISOLATED = "isolated"
UNASSIGNED = ""


@dataclass(frozen=True, slots=True)
class Filed:
    """A session's record under the session's id."""

    session_id: str
    record: SessionRecord

    def reading(self) -> str:
        """Id and record."""
        return f"{self.session_id}: {self.record.reading()}"


@dataclass(frozen=True)
class NotedProject:
    """Sessions that belong together. ``core_topic`` is a word, "" where none was found.

    ``spoken`` are the telling words of its sessions' purposes, each with the number of sessions.
    """

    id: str
    label: str
    core_topic: str
    sessions: tuple[str, ...]
    spoken: tuple[tuple[str, int], ...] = ()

    @cached_property
    def uses(self) -> dict[str, int]:
        """The words that were spoken, each with the number of sessions."""
        return dict(self.spoken)

    @cached_property
    def keys(self) -> frozenset[str]:
        """What the matter is called: the words that came up in two sessions or more."""
        return frozenset(word for word, count in self.spoken if count > 1)

    def reading(self) -> str:
        """The project in one line."""
        return f"{self.id} ({self.core_topic}) {self.label}: {' '.join(self.sessions)}"


@dataclass(frozen=True)
class StructuralNote:
    """Every session that was sorted stands in exactly one place."""

    projects: tuple[NotedProject, ...] = ()
    isolated: tuple[Filed, ...] = ()
    leanings: Leanings = field(default_factory=Leanings)

    def reading(self) -> str:
        """The note as a model would read and write it."""
        return self._text

    @cached_property
    def _text(self) -> str:
        """Kept, since every session until the next update is held against the same note."""
        projects = [project.reading() for project in self.projects]
        return "\n".join([*projects, "isolated:", *(filed.reading() for filed in self.isolated)])

    def place_of(self, session_id: str) -> str:
        """The id of the session's project, "isolated", or "" for a session that is not sorted."""
        for project in self.projects:
            if session_id in project.sessions:
                return project.id
        return ISOLATED if any(f.session_id == session_id for f in self.isolated) else UNASSIGNED

    @cached_property
    def spoken(self) -> Counter[str]:
        """In how many of all sessions each telling word stands."""
        total = Counter(chain(*(filed.record.keys for filed in self.isolated)))
        for project in self.projects:
            total.update(project.uses)
        return total

    def link(self, record: SessionRecord, spoken: Mapping[str, int], keys: frozenset[str]) -> float:
        """How strongly a record's words link it to a matter called by ``keys``.

        ``spoken`` are the matter's own uses of its words: a word weighs less, the more it is used
        outside of it.
        """
        shared = sorted(record.keys & keys)
        return sum(1 / max(1, 1 + self.spoken[word] - spoken[word]) for word in shared)
