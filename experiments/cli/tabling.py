"""Rows for ``lifeworld tables``."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from experiments.cli.output import Row


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
