"""What gates that look for structure share: records of sessions, and a note kept for good."""

from __future__ import annotations

from memory_backends.gates.base import Play
from sim.roles.placement import PLACEMENT, PlacementInput
from sim.roles.session_record import SESSION_RECORD, SessionRecordInput
from sim.roles.structural_note import STRUCTURAL_NOTE, NoteInput
from sim.roles.structure import Filed, StructuralNote
from sim.views import Session


class NoteBook:
    """Files sessions, and brings the note up to date after every ``window`` of them."""

    def __init__(self, window: int) -> None:
        self.note = StructuralNote()
        self._window = window
        self._waiting: tuple[Filed, ...] = ()

    def file(self, session: Session, play: Play) -> tuple[Filed, str]:
        """The session's record, and its place: a project's id, "isolated" or "" (unassigned).

        The session that completes a window has its place in the updated note; any other is held
        against the note as it stands.
        """
        made = play(SESSION_RECORD, SessionRecordInput(session), session.id)
        filed = Filed(session.id, made)
        self._waiting = (*self._waiting, filed)
        if len(self._waiting) >= self._window:
            self._update(play)
            return filed, self.note.place_of(session.id)
        return filed, play(PLACEMENT, PlacementInput(self.note, filed), session.id).place

    def _update(self, play: Play) -> None:
        cue = self._waiting[-1].session_id
        self.note = play(STRUCTURAL_NOTE, NoteInput(self.note, self._waiting), cue).note
        self._waiting = ()
