"""Parquet files whose bytes are equal when their rows are: fixed schema, fixed groups."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from experiments.tables.catalogue import Columns
from sim.journal import PARTIAL

Row = Mapping[str, Any]
GROUP = 20_000  # rows a row group: enough to compress well, few enough to hold


class ParquetWriter:
    """Writes rows as they come, in groups of one size, so memory does not grow with the table.

    ``close`` puts the file in place; until then an older one stays as it was.
    """

    def __init__(self, path: Path, columns: Columns) -> None:
        fields = [pa.field(name, TYPES[kind]()) for name, kind in columns.types.items()]
        self._schema = pa.schema(fields)
        self._path, self._columns = path, columns
        self._partial = path.with_name(f"{path.name}.{os.getpid()}{PARTIAL}")
        self._writer = pq.ParquetWriter(self._partial, self._schema, compression="zstd")
        self._rows: list[Row] = []

    def write(self, rows: Iterable[Row]) -> None:
        """Take in rows, none of which belongs before an earlier call's; sorts them.

        Raises ValueError for a row with other columns than the table has.
        """
        for row in sorted(rows, key=self._key):
            if tuple(row) != tuple(self._columns.types):
                raise ValueError(f"{self._path.stem}: a row has the columns {', '.join(row)}")
            self._rows.append(row)
        while len(self._rows) >= GROUP:
            self._flush(self._rows[:GROUP])
            del self._rows[:GROUP]

    def close(self) -> None:
        """Write what is left and put the file in place."""
        if self._rows:
            self._flush(self._rows)
        self._writer.close()
        self._partial.replace(self._path)

    def abandon(self) -> None:
        """Give up: nothing is put in place."""
        self._writer.close()
        self._partial.unlink(missing_ok=True)

    def _key(self, row: Row) -> tuple[Any, ...]:
        return tuple(row[name] for name in self._columns.keys)

    def _flush(self, rows: list[Row]) -> None:
        self._writer.write_table(pa.Table.from_pylist([dict(row) for row in rows], self._schema))


TYPES: Mapping[str, Callable[[], pa.DataType]] = {
    "string": pa.string,
    "bool": pa.bool_,
    "int64": pa.int64,
    "float64": pa.float64,
}
