"""Carrying out a sweep: each cell is a run in a folder of its own, then one table compares all."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from experiments.recipe import Recipe, check, load_recipe
from experiments.running import Engine, Run, open_run, run
from experiments.running.progress import Progress, Told, silent
from experiments.sweeps import comparison
from experiments.sweeps.cells import Cell, cells
from sim.errors import Misuse

if TYPE_CHECKING:
    import pandas as pd

    from sim.cast.cache import Mode

HEADER = "sweep.json"
CELLS = "cells"


@dataclass(frozen=True)
class Sweep:
    """A sweep in a folder: the runs of its cells by name, and the table that compares them."""

    path: Path

    @property
    def runs(self) -> dict[str, Run]:
        """The run of each cell, in their order."""
        told = json.loads((self.path / HEADER).read_text(encoding="utf-8"))
        return {name: open_run(self.path / CELLS / name) for name in told["cells"]}

    @cached_property
    def comparison(self) -> pd.DataFrame:
        """The scores of all cells beside what was varied."""
        return _read(self.path / comparison.COMPARISON)

    @cached_property
    def repeats(self) -> pd.DataFrame:
        """Mean and standard deviation over repeats. Raises Misuse if nothing was repeated."""
        return _read(self.path / comparison.REPEATS)


def sweep(
    recipe: str | Path | Mapping[str, Any] | Recipe,
    out: str | Path,
    *,
    overrides: Sequence[str] = (),
    workers: int | None = None,
    engine: Engine | None = None,
    progress: Told = silent,
    cache: Mode = "use",
) -> Sweep:
    """Carry out every cell of a recipe, or go on where a sweep was interrupted.

    Arguments and errors are those of ``experiments.run``; all cells are checked before the first
    one runs. Repeats of a scripted cast are alike: they measure the noise of models.
    """
    chosen, folder = load_recipe(recipe, overrides), Path(out)
    planned = cells(chosen)
    for cell in planned:
        check(cell.recipe)
    folder.mkdir(parents=True, exist_ok=True)
    _settle(folder, planned)
    done: list[tuple[Cell, Run]] = []
    for cell in planned:
        told, into = _of_cell(cell, progress), folder / CELLS / cell.name
        lived = run(cell.recipe, into, workers=workers, engine=engine, progress=told, cache=cache)
        done.append((cell, lived))
    comparison.write(done, folder)
    return Sweep(folder)


def _of_cell(cell: Cell, progress: Told) -> Told:
    """Progress that says which cell it is about."""

    def told(step: Progress) -> None:
        progress(replace(step, what=f"{cell.name} {step.what}".strip()))

    return told


def _settle(folder: Path, planned: list[Cell]) -> None:
    told = {"cells": {cell.name: dict(cell.values) for cell in planned}}
    path = folder / HEADER
    if not path.exists() and any(folder.iterdir()):
        raise Misuse(f"{folder} is not empty and holds no sweep: name a new or an empty folder")
    path.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def _read(path: Path) -> pd.DataFrame:
    import pandas as pd

    if not path.is_file():
        raise Misuse(f"{path.parent} has no {path.name}: nothing was repeated, or it is unfinished")
    return pd.read_parquet(path)
