"""Printing rows: as a table for people, 80 columns wide, or as JSON for machines."""

from __future__ import annotations

import json
import math
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Row = Mapping[str, Any]
WIDTH, WIDEST_CELL, NARROWEST_TEXT, GAP = 80, 60, 16, 2


def say(text: str = "") -> None:
    """A line on standard output."""
    sys.stdout.write(f"{text}\n")


def show(
    rows: Sequence[Row], *, json_: bool, empty: str = "nothing to show", limit: int | None = None
) -> None:
    """Rows in the form that was asked for."""
    if json_:
        as_json(rows)
    else:
        as_table(rows, empty=empty, limit=limit)


def as_json(rows: Iterable[Row]) -> None:
    """The rows as a JSON list of objects; numbers that do not exist become null."""
    plain = [{key: _plain(value) for key, value in row.items()} for row in rows]
    say(json.dumps(plain, indent=1, ensure_ascii=False, default=str))


def _plain(value: Any) -> Any:
    value = value.item() if hasattr(value, "item") else value
    return None if isinstance(value, float) and not math.isfinite(value) else value


def as_table(
    rows: Sequence[Row], *, empty: str = "nothing to show", limit: int | None = None
) -> None:
    """The rows as columns that fit the terminal (80 where there is none).

    What is the same in all rows is said once, above. Columns that do not fit are named below, so
    that nobody takes them for missing; ``limit`` is the number of rows shown.
    """
    if not rows:
        say(empty)
        return
    columns = list(dict.fromkeys(column for row in rows for column in row))
    cells = [{column: _cell(row.get(column)) for column in columns} for row in rows]
    same = _same(columns, cells)
    for column, value in same.items():
        if value:
            say(f"in every row: {column} = {value}")
    varying = [column for column in columns if column not in same] or columns
    shown = cells[:limit]
    widths = _widths(varying, shown)
    _print(widths, shown)
    _print_left_out(varying[len(widths) :], len(rows) - len(shown))


def _same(columns: Sequence[str], cells: Sequence[Mapping[str, str]]) -> dict[str, str]:
    if len(cells) < 2:
        return {}
    return {c: cells[0][c] for c in columns if all(row[c] == cells[0][c] for row in cells)}


def _print_left_out(columns: Sequence[str], rows: int) -> None:
    if rows:
        say(f"... and {rows} more rows (--limit)")
    if columns:
        say(f"... and more columns: {', '.join(columns)} (--json has all)")


def _widths(columns: Sequence[str], rows: Sequence[Mapping[str, str]]) -> dict[str, int]:
    """As many of the columns, in their order, as there is room for; a last long text is cut."""
    room = max(shutil.get_terminal_size((WIDTH, 24)).columns, WIDTH)
    widths: dict[str, int] = {}
    for column in columns:
        wanted = max(len(column), *(len(row[column]) for row in rows))
        room -= GAP if widths else 0
        if wanted > room:
            if room >= NARROWEST_TEXT and not _is_numeric(column, rows):
                widths[column] = room
            break
        widths[column] = wanted
        room -= wanted
    return widths


def _print(widths: Mapping[str, int], rows: Sequence[Mapping[str, str]]) -> None:
    between = " " * GAP
    right = {column for column in widths if _is_numeric(column, rows)}
    lines = [{column: column for column in widths}, {c: "-" * width for c, width in widths.items()}]
    for row in (*lines, *rows):
        cells = (_fit(row[c], width, right=c in right) for c, width in widths.items())
        say(between.join(cells).rstrip())


def _fit(text: str, width: int, *, right: bool) -> str:
    text = text if len(text) <= width else text[: width - 3] + "..."
    return text.rjust(width) if right else text.ljust(width)


def _is_numeric(column: str, rows: Sequence[Mapping[str, str]]) -> bool:
    return all(_is_number(row[column]) for row in rows)


def _is_number(text: str) -> bool:
    return not text or text.removeprefix("-").replace(".", "", 1).isdigit()


def _cell(value: Any) -> str:
    """A value as short text: three decimals, lists with commas, nothing for what is not there."""
    value = _plain(value)
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.3f}"
    text = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    return _fit_text(" ".join(text.split()))


def _fit_text(text: str) -> str:
    return text if len(text) <= WIDEST_CELL else text[: WIDEST_CELL - 3] + "..."
