"""Decide by the projects that a user's sessions have been sorted into."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from pydantic import Field

from memory_backends.base import BackendOptions
from memory_backends.gates.base import Gate
from memory_backends.gates.structured import NoteBook
from sim.roles.structure import ISOLATED
from sim.views import Session


class StructureOptions(BackendOptions):
    """After how many sessions the note is updated (K; the paper does not give it).

    With ``store_late`` sessions that were skipped and joined a project later are named for late
    storing; the decision at the session's end stays what it was.
    """

    window: int = Field(default=10, ge=1)
    store_late: bool = False


class StructureAware(Gate):
    """Sorts sessions into projects; skips what stands isolated (PerMem-Bench, Appendix D.2)."""

    name = "structure_aware"
    Options: ClassVar[type[StructureOptions]] = StructureOptions
    options: StructureOptions

    def __init__(self, user_id: str, options: BackendOptions | None = None) -> None:
        super().__init__(user_id, options)
        self._book = NoteBook(self.options.window)
        self._skipped: dict[str, None] = {}
        self._stored: dict[str, None] = {}

    def decide(self, session: Session, history: Sequence[Session]) -> bool:  # noqa: ARG002
        """Yes, unless the session's place is among the isolated ones."""
        _, place = self._book.file(session, self.play)
        (self._skipped if place == ISOLATED else self._stored)[session.id] = None
        return place != ISOLATED

    def recalled(self) -> tuple[str, ...]:
        """Skipped sessions that have joined a project since, if they are to be stored late."""
        if not self.options.store_late:
            return ()
        sorted_in = {each for project in self._book.note.projects for each in project.sessions}
        late = tuple(each for each in self._skipped if each in sorted_in)
        for each in late:
            del self._skipped[each]
            self._stored[each] = None
        return late

    def regretted(self) -> frozenset[str]:
        """Stored sessions that the note has set apart since."""
        apart = (filed.session_id for filed in self._book.note.isolated)
        return frozenset(each for each in apart if each in self._stored)
