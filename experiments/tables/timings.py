"""``timings``: seconds on the wall; the one table that differs from run to run."""

from __future__ import annotations

from collections.abc import Iterator

from experiments.tables.base import Row


def rows(noted: Iterator[Row]) -> list[Row]:
    """The latest figure of each piece of work, sorted; a memory's stand under its trial."""
    latest = {(line["what"], line["life"], line.get("trial", "")): line for line in noted}
    return [
        {
            "what": what,
            "life": life,
            "trial": trial,
            "times": int(line.get("times", 1)),
            "seconds": float(line["seconds"]),
        }
        for (what, life, trial), line in sorted(latest.items())
    ]
