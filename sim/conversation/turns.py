"""How utterances are numbered and dated: one a minute, from the start of the session."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sim.views import Speaker, Turn

MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Record:
    """Where a session's turns get their ids and dates from.

    >>> record = Record("s0001", datetime(2031, 1, 6, 9))
    >>> turn = record.next((), "user", "Hello")
    >>> turn.id, record.next((turn,), "assistant", "Hi").at
    ('s0001.0', datetime.datetime(2031, 1, 6, 9, 1))
    """

    session_id: str
    started_at: datetime

    def next(self, turns: tuple[Turn, ...], speaker: Speaker, text: str) -> Turn:
        """The turn that follows some turns."""
        number = len(turns)
        return Turn(f"{self.session_id}.{number}", speaker, text, self.started_at + number * MINUTE)
