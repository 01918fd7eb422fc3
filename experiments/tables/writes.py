"""``writes``: for every session and trial, was it stored, and what does the store hold now?"""

from __future__ import annotations

from collections.abc import Iterable

from experiments.tables.base import Row, Table
from experiments.tables.catalogue import TABLES
from experiments.tables.testimony import Testimony


class Writes(Table):
    """One row a session and trial; nulls where the backend failed."""

    name = "writes"

    def take(self, life: Testimony) -> Iterable[Row]:
        """The writes of a life."""
        names = tuple(TABLES[self.name].types)
        return ({name: record[name] for name in names} for record in life.of("write"))
