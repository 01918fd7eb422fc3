"""``timings``: seconds on the wall; the one table that differs from run to run."""

from __future__ import annotations

from collections.abc import Iterator

from experiments.tables.base import Row


def rows(noted: Iterator[Row]) -> list[Row]:
    """The latest figure of each piece of work, sorted."""
    latest = {(line["what"], line["life"]): line["seconds"] for line in noted}
    return [
        {"what": what, "life": life, "seconds": float(seconds)}
        for (what, life), seconds in sorted(latest.items())
    ]
