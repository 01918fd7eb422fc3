"""``lives``: who lived, how long, and how much was said."""

from __future__ import annotations

from collections.abc import Iterable

from experiments.tables.base import Row, Table
from experiments.tables.testimony import Testimony

DAYS_A_MONTH = 365.25 / 12


class Lives(Table):
    """One row a life."""

    name = "lives"
    counts_failed = True

    def take(self, life: Testimony) -> Iterable[Row]:
        """The life's row; on-policy its conversations are counted in all trials."""
        sessions, moments = life.of("session"), life.of("moment")
        yield {
            "life": life.name,
            "user": life.life["user"],
            "persona": life.life["persona"],
            "world": life.life["world"],
            "started_at": life.life["started_at"],
            "months": round(life.life["horizon_days"] / DAYS_A_MONTH),
            "sessions": len(sessions),
            "turns": sum(len(session["turns"]) for session in sessions),
            "shifts": len({moment["at"] for moment in moments if moment["what"] == "shift"}),
            "failed": life.failed,
        }
