"""Files whose bytes are equal when their rows are."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from experiments.tables import parquet
from experiments.tables.catalogue import TABLES, Columns
from experiments.tables.parquet import ParquetWriter

COLUMNS = Columns("a row", {"life": "string", "n": "int64", "x": "float64"}, ("life", "n"))


def rows(life: str, count: int = 3) -> list[dict[str, Any]]:
    return [{"life": life, "n": n, "x": n / 3 if n else None} for n in range(count)]


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_rows_come_back_in_the_order_of_their_keys(tmp_path: Path) -> None:
    writer = ParquetWriter(tmp_path / "t.parquet", COLUMNS)
    writer.write(reversed(rows("ada")))
    writer.write(reversed(rows("bo")))
    writer.close()
    frame = pd.read_parquet(tmp_path / "t.parquet")
    assert list(zip(frame["life"], frame["n"], strict=True)) == [
        (life, n) for life in ("ada", "bo") for n in range(3)
    ]
    assert frame["x"].isna().tolist() == [True, False, False] * 2


def test_how_rows_arrive_leaves_no_trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "GROUP", 4)
    found = set()
    for size in (1, 2, 3, 10):
        path = tmp_path / f"{size}.parquet"
        writer = ParquetWriter(path, COLUMNS)
        given = rows("ada", 10)
        for start in range(0, len(given), size):
            writer.write(given[start : start + size])
        writer.close()
        found.add(digest(path))
    assert len(found) == 1


def test_a_table_without_rows_has_its_columns(tmp_path: Path) -> None:
    ParquetWriter(tmp_path / "t.parquet", COLUMNS).close()
    assert list(pd.read_parquet(tmp_path / "t.parquet").columns) == ["life", "n", "x"]


def test_a_row_with_other_columns_is_refused(tmp_path: Path) -> None:
    writer = ParquetWriter(tmp_path / "t.parquet", COLUMNS)
    with pytest.raises(ValueError, match="t: a row has the columns life, n"):
        writer.write([{"life": "ada", "n": 1}])
    writer.abandon()


def test_an_old_table_stays_until_the_new_one_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "t.parquet"
    first = ParquetWriter(path, COLUMNS)
    first.write(rows("ada"))
    first.close()
    before = digest(path)
    second = ParquetWriter(path, COLUMNS)
    second.write(rows("bo", 9))
    assert digest(path) == before
    second.abandon()
    assert [each.name for each in tmp_path.iterdir()] == ["t.parquet"]
    assert digest(path) == before


def test_every_table_of_a_run_is_described() -> None:
    assert sorted(TABLES) == [
        "comparisons", "costs", "failures", "funnel", "gap", "gating", "lives", "population",
        "probes", "retention", "scores", "sessions", "shift", "stages", "timings", "writes",
    ]  # fmt: skip
    for columns in TABLES.values():
        assert columns.row
        assert list(columns.types)[: len(columns.keys)] == list(columns.keys)
        assert set(columns.types.values()) <= set(parquet.TYPES)
