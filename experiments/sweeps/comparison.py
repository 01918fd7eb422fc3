"""One table of all cells: their scores beside what was varied; and repeats summed up."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from experiments.sweeps.cells import REPEAT

if TYPE_CHECKING:
    import pandas as pd

    from experiments.running import Run
    from experiments.sweeps.cells import Cell

SCORE = ["trial", "study", "kind", "measure"]
COMPARISON, REPEATS = "comparison.parquet", "repeats.parquet"


def compare(done: list[tuple[Cell, Run]]) -> pd.DataFrame:
    """The scores of every cell; columns with the varied values come first."""
    import pandas as pd

    tables = []
    for cell, run in done:
        table = run.tables["scores"].copy()
        for place, (name, value) in enumerate(cell.values.items()):
            table.insert(place, name, [_plain(value)] * len(table))
        tables.append(table)
    return pd.concat(tables, ignore_index=True)


def repeated(comparison: pd.DataFrame, varied: list[str]) -> pd.DataFrame:
    """Mean and standard deviation over repeats (n - 1 below), as MEME reports noise (table 14)."""
    keys = [*(name for name in varied if name != REPEAT), *SCORE]
    scored = comparison[comparison["mean"].notna()]
    groups = scored.groupby(keys, sort=True, dropna=False)["mean"]
    found = groups.agg(repeats="count", mean="mean", sd="std", least="min", most="max")
    return found.reset_index()


def write(done: list[tuple[Cell, Run]], folder: Path) -> pd.DataFrame:
    """Both tables into the folder of the sweep; gives the comparison."""
    comparison = compare(done)
    varied = list(done[0][0].values)
    _save(comparison, folder / COMPARISON)
    if REPEAT in varied:
        _save(repeated(comparison, varied), folder / REPEATS)
    return comparison


def _save(table: pd.DataFrame, path: Path) -> None:
    partial = path.with_suffix(".partial")
    table.to_parquet(partial, index=False)
    partial.replace(path)


def _plain(value: Any) -> Any:
    """A value that a column can hold."""
    return value if isinstance(value, str | int | float | bool) else str(value)
