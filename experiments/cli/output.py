"""Printing rows: as a table for people, 80 columns wide, or as JSON for machines."""

from __future__ import annotations

import json
import math
import shutil
import sys
import textwrap
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from experiments.cli.columns import GAP, Column, blocks, broken, printed

Row = Mapping[str, Any]
WIDTH = 80


def say(text: str = "") -> None:
    """A line on standard output."""
    sys.stdout.write(f"{text}\n")


def note(text: str) -> None:
    """A remark on standard error, where it is in nobody's way."""
    sys.stderr.write(f"lifeworld: {text}\n")


def show(
    rows: Sequence[Row],
    *,
    json_: bool,
    empty: str = "nothing to show",
    limit: int | None = None,
    prose: Collection[str] = (),
) -> None:
    """Rows in the form that was asked for."""
    if json_:
        as_json(rows)
    else:
        as_table(rows, empty=empty, limit=limit, prose=prose)


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
    prose: Collection[str] = (),
    empty: str = "no rows",
    limit: int | None = None,
) -> None:
    """The rows as columns that fit the terminal (80 where there is none).

    Columns in ``groups`` head the rows they are the same for. What is the same in all rows is said
    once, above. Long names are wrapped, texts in ``prose`` cut, figures neither: columns that do
    not fit stand below in a block of their own. ``limit`` is the number of rows shown.
    """
    if not rows:
        say(empty)
        return
    titles = list(dict.fromkeys(title for row in rows for title in row))
    cells = [{title: _text(row.get(title)) for title in titles} for row in rows]
    same = _same(titles, cells)
    for title, value in same.items():
        if value:
            _say_lines(wrapped(f"in every row: {title} = ", value))
    heads = [title for title in groups if title not in same]
    varying = [t for t in titles if t not in same and t not in heads] or titles
    shown = cells[:limit]
    columns = [Column(t, [row[t] for row in shown], prose=t in prose) for t in varying]
    _print(columns, [", ".join(row[head] for head in heads) for row in shown])
    if len(rows) > len(shown):
        say(f"... and {len(rows) - len(shown)} more rows (--limit)")


def as_cards(rows: Sequence[Row], *, empty: str = "nothing to show") -> None:
    """Each row by itself: its name, what it is, and the rest indented below."""
    if not rows:
        say(empty)
    for row in rows:
        say(str(row["name"]))
        _say_lines(wrapped("    ", _text(row.get("doc"))))
        for key, value in row.items():
            if key not in ("name", "doc") and (text := _text(value)):
                _say_lines(wrapped(f"    {key.replace('_', ' ')}: ", text))


def counted(count: int, what: str) -> str:
    """A number of things, such as ``1 error`` or ``2 errors``.

    >>> counted(1, "error"), counted(0, "warning")
    ('1 error', '0 warnings')
    """
    return f"{count:,} {what}{'' if count == 1 else 's'}"


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


def _print(columns: Sequence[Column], heads: Sequence[str]) -> None:
    """Block after block, every row below the head of its group."""
    room = max(shutil.get_terminal_size((WIDTH, 24)).columns, WIDTH)
    for number, widths in enumerate(blocks(columns, room)):
        if number:
            say()
        _say_lines(printed(columns, widths, None))
        say((" " * GAP).join("-" * width for width in widths.values()))
        head = ""
        for row, its in enumerate(heads):
            if its != head:
                head = its
                _say_lines(broken(f"[{head}]", room))
            _say_lines(printed(columns, widths, row))


def _say_lines(lines: Iterable[str]) -> None:
    for line in lines:
        say(line)


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
