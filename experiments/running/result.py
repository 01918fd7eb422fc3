"""A run that is there: its recipe, how it was made, its tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from experiments.folder import RunFolder
from experiments.recipe.schema import Recipe
from experiments.tables.catalogue import TABLES
from sim.errors import Misuse, UnknownName

if TYPE_CHECKING:
    import pandas as pd


class Tables(Mapping[str, "pd.DataFrame"]):
    """The tables of a run by name, each read when it is asked for, and then kept.

    Raises UnknownName for a table that no run has, Misuse for a run that is not finished.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read: dict[str, pd.DataFrame] = {}

    def __getitem__(self, name: str) -> pd.DataFrame:
        if name not in self._read:
            self._read[name] = self._load(name)
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(TABLES))

    def __len__(self) -> int:
        return len(TABLES)

    def _load(self, name: str) -> pd.DataFrame:
        import pandas as pd

        if name not in TABLES:
            raise UnknownName("table", name, TABLES)
        path = self._folder / f"{name}.parquet"
        if not path.exists():
            raise Misuse(
                f"the run in {self._folder.parent} is not finished, it has no table {name!r} yet: "
                "run the same command again"
            )
        return pd.read_parquet(path)


@dataclass(frozen=True)
class Run:
    """A run in a folder. ``tables["scores"]`` is a pandas data frame, as are all tables."""

    path: Path

    @property
    def folder(self) -> RunFolder:
        """What lies where."""
        return RunFolder(self.path)

    @cached_property
    def header(self) -> dict[str, Any]:
        """What ``run.json`` says: recipe, identity, versions, git revision."""
        return self.folder.read_header()

    @cached_property
    def recipe(self) -> Recipe:
        """The recipe, resolved."""
        return Recipe.model_validate(self.header["recipe"])

    @cached_property
    def tables(self) -> Tables:
        """The result tables by name."""
        return Tables(self.folder.tables)

    @property
    def report(self) -> Path:
        """Where the page is."""
        return self.folder.report

    @property
    def lives(self) -> list[str]:
        """The lives that are lived and judged, sorted."""
        return self.folder.done()


def open_run(path: str | Path) -> Run:
    """A run by its folder. Raises Misuse for a folder that holds none."""
    run = Run(Path(path))
    run.folder.read_header()
    return run
