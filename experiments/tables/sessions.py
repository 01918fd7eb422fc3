"""``sessions``: every conversation, what it was about and what it told."""

from __future__ import annotations

from collections.abc import Iterable

from experiments.tables.base import Row, Table
from experiments.tables.testimony import Record, Testimony
from sim.clock import DAY
from sim.text import estimated_tokens

COPIED = ("started_at", "ended_at", "period", "source", "domain", "project", "topic",
          "long_horizon")  # fmt: skip


class Sessions(Table):
    """One row a conversation."""

    name = "sessions"

    def take(self, life: Testimony) -> Iterable[Row]:
        """The conversations of a life."""
        return map(_row, life.of("session"))


def _row(session: Record) -> Row:
    turns = session["turns"]
    return {
        "life": session["life"],
        "policy": session["policy"],
        "session": session["session"],
        "at_day": session["at"] // DAY,
        **{name: session[name] for name in COPIED},
        "turns": len(turns),
        "tokens": sum(estimated_tokens(turn["text"]) for turn in turns),
        "told": len(session["tellings"]),
        "untold": len(session["untold"]),
        "end_reason": session["end_reason"],
    }
