"""Lines that an agent keeps, each with when and after which session it was written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sim.views import Memory, Session


@dataclass(frozen=True, slots=True)
class Line:
    """A line: when and after which session it was written."""

    id: str
    text: str
    at: datetime
    session: str

    def entry(self) -> Memory:
        """The line as an entry of its own."""
        return Memory(self.id, self.text, self.at, (self.session,))


def rewritten(before: Sequence[Line], texts: Sequence[str], session: Session) -> list[Line]:
    """The lines after an agent's work; those that were there before stay what they were."""
    old: dict[str, list[Line]] = {}
    for line in before:
        old.setdefault(line.text, []).append(line)
    return [
        old[text].pop(0)
        if old.get(text)
        else Line(f"{session.id}/{number}", text, session.ended_at, session.id)
        for number, text in enumerate(texts)
    ]
