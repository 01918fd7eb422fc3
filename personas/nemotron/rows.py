"""The rows of a file, one at a time: a data set of a million people is never held in memory."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sim.errors import BadData
from sim.files import why_not

Row = dict[str, Any]
SUFFIXES = (".jsonl", ".ndjson", ".parquet")
AT_ONCE = 256  # rows of a Parquet file decoded together


def rows(path: Path) -> Iterator[Row | str]:
    """Every row as a mapping, or as a sentence saying why it is none.

    Raises:
        BadData: the file is missing, is of another kind, or is no Parquet file.

    """
    if path.suffix not in SUFFIXES:
        raise BadData(str(path), f"name a file that ends in {', '.join(SUFFIXES)}")
    if not path.is_file():
        raise BadData(str(path), why_not(path))
    return _of_parquet(path) if path.suffix == ".parquet" else _of_lines(path)


def _of_lines(path: Path) -> Iterator[Row | str]:
    with path.open("rb") as file:
        for line in file:
            if line.strip():
                yield _parsed(line)


def _parsed(line: bytes) -> Row | str:
    try:
        found = json.loads(line.decode("utf-8"))
    except (UnicodeDecodeError, ValueError, RecursionError):
        return "the line is no JSON"
    return found if isinstance(found, dict) else "the line is no JSON object"


def _of_parquet(path: Path) -> Iterator[Row | str]:
    from pyarrow import ArrowException
    from pyarrow.parquet import ParquetFile

    try:
        with ParquetFile(path) as file:
            for batch in file.iter_batches(batch_size=AT_ONCE):
                yield from batch.to_pylist()
    except (ArrowException, OSError) as cause:
        raise BadData(str(path), "this is no Parquet file that can be read") from cause
