"""Printing rows: as a table for people, 80 columns wide, or as JSON for machines."""

from __future__ import annotations

import json
import math
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
    rows: Sequence[Row],
    *,
    groups: Sequence[str] = (),
    empty: str = "no rows",
    limit: int | None = None,
) -> None:
    """The rows as columns that fit the terminal (80 where there is none).

    Columns in ``groups`` head the rows they are the same for. What is the same in all rows is said
    once, above. Columns that do not fit are named below, so that nobody takes them for missing;
    ``limit`` is the number of rows shown.
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
    heads = [column for column in groups if column not in same]
    varying = [c for c in columns if c not in same and c not in heads] or columns
    shown = cells[:limit]
    widths = _widths(varying, shown)
    _print(widths, shown, heads)
    _print_left_out(varying[len(widths) :], len(rows) - len(shown))


def as_cards(rows: Sequence[Row], *, empty: str = "nothing to show") -> None:
    """Each row by itself: its name, what it is, and the rest indented below."""
    if not rows:
        say(empty)
    for row in rows:
        say(str(row["name"]))
        for line in wrapped("    ", _text(row.get("doc"))):
            say(line)
        for key, value in row.items():
            if key not in ("name", "doc") and (text := _text(value)):
                for line in wrapped(f"    {key.replace('_', ' ')}: ", text):
                    say(line)


def wrapped(label: str, text: str) -> Iterator[str]:
    """The text in lines of 80 columns, the first behind the label and the others below it.

    >>> list(wrapped("user: ", "Hello."))
    ['user: Hello.']
    """
    lines = textwrap.wrap(text, WIDTH - len(label), break_on_hyphens=False) or [""]
    yield (label + lines[0]).rstrip()
    yield from (" " * len(label) + line for line in lines[1:])


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


def _print(
    widths: Mapping[str, int], rows: Sequence[Mapping[str, str]], heads: Sequence[str]
) -> None:
    right = {column for column in widths if _is_numeric(column, rows)}
    _print_row({column: column for column in widths}, widths, right)
    _print_row({column: "-" * width for column, width in widths.items()}, widths, right)
    head: list[str] = []
    for row in rows:
        if heads and head != [row[column] for column in heads]:
            head = [row[column] for column in heads]
            say(f"[{', '.join(head)}]")
        _print_row(row, widths, right)


def _print_row(row: Mapping[str, str], widths: Mapping[str, int], right: set[str]) -> None:
    cells = (_fit(row[c], width, right=c in right) for c, width in widths.items())
    say((" " * GAP).join(cells).rstrip())


def _fit(text: str, width: int, *, right: bool) -> str:
    text = text if len(text) <= width else text[: width - 3] + "..."
    return text.rjust(width) if right else text.ljust(width)


def _is_numeric(column: str, rows: Sequence[Mapping[str, str]]) -> bool:
    return all(_is_number(row[column]) for row in rows)


def _is_number(text: str) -> bool:
    return not text or text.removeprefix("-").replace(".", "", 1).isdigit()


def _cell(value: Any) -> str:
    """A value in the room of a column."""
    text = _text(value)
    return text if len(text) <= WIDEST_CELL else text[: WIDEST_CELL - 3] + "..."


def _text(value: Any) -> str:
    """A value as text: three decimals, lists with commas, nothing for what is not there."""
    value = _plain(value)
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.3f}"
    text = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    return " ".join(text.split())
