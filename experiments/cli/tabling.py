"""Rows for ``lifeworld tables``."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from experiments.cli.output import Row

GROUPS = {
    "costs": ("trial",),
    "funnel": ("trial", "study"),
    "gating": ("trial",),
    "population": ("life", "trial"),
    "probes": ("life", "trial"),
    "retention": ("trial",),
    "scores": ("trial", "study"),
    "writes": ("life", "trial"),
}
"""The columns that head a group of rows in print, so that the others have room."""
PROSE = ("question", "expected", "answer", "why", "failure")
"""The columns of which a part is enough in print."""
SAID_IN_TRIAL = ("gate", "backend", "budget", "reader")


def readable(name: str | None, rows: list[Row]) -> list[Row]:
    """The rows without columns that a trial's name repeats; equal failures are put together."""
    if name == "failures":
        from experiments.cli.failing import grouped

        return grouped(rows)
    if "trial" not in GROUPS.get(name or "", ()):
        return rows
    return [{k: v for k, v in row.items() if k not in SAID_IN_TRIAL} for row in rows]


def table_names(run: Path) -> list[Row]:
    """One row a table of a run: its name, how many rows, which columns."""
    from experiments.running import open_run

    found = open_run(run).tables
    return [
        {"table": name, "rows": len(frame), "columns": list(frame.columns)}
        for name, frame in found.items()
    ]


def table_rows(run: Path, name: str) -> list[Row]:
    """The rows of one table, in the table's order. Raises UnknownName."""
    from experiments.running import open_run

    return cast("list[Row]", open_run(run).tables[name].to_dict("records"))
