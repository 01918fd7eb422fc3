"""An article of a wiki: dated lines under a title."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from memory_backends.agents.lines import Line, rewritten
from sim.views import Memory, Session


@dataclass(frozen=True, slots=True)
class Page:
    """An article; ``id`` is called by the session it was begun after."""

    id: str
    title: str
    lines: tuple[Line, ...] = ()

    @classmethod
    def begun(cls, title: str, session: Session) -> Page:
        """An article without lines yet."""
        return cls(f"{session.id}/{title}", title)

    @property
    def texts(self) -> tuple[str, ...]:
        """The lines' words."""
        return tuple(line.text for line in self.lines)

    def rewritten(self, texts: Sequence[str], session: Session) -> Page:
        """The article with other lines; those that stay keep their dates."""
        lines = rewritten(self.lines, texts, session)
        return replace(self, lines=tuple(lines))

    def entry(self, at: datetime | None = None) -> Memory | None:
        """The lines written by a date, or by now, as one memory; None if there are none."""
        lines = [line for line in self.lines if at is None or line.at <= at]
        if not lines:
            return None
        return Memory(
            id=self.id,
            text="\n".join(line.text for line in lines),
            created_at=max(line.at for line in lines),
            sessions=tuple(dict.fromkeys(line.session for line in lines)),
            metadata={"title": self.title},
        )
