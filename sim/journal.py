"""Journals: one JSON record a line, written aside and put in place only when complete.

A journal under its own name is a finished one: it was renamed into place after its last line and
was synced to disk. While it is being written it is called ``<name>.<process id>.partial``, so a
process that was killed leaves nothing that could be taken for a result, and two processes never
write into one file. The last line counts the others, so a file that was cut off is noticed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from sim.errors import BadData, JournalMismatch

SCHEMA = 1  # raised when a reader of old journals would misread new ones
END = "end"
PARTIAL = ".partial"

Record = dict[str, Any]


def line(record: Mapping[str, object]) -> str:
    """A record as the line it becomes: keys in their own order, equal records in equal bytes.

    >>> line({"record": "life", "life": "zoë"})
    '{"record":"life","life":"zoë"}'
    """
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def put(path: Path, content: bytes) -> None:
    """Put a journal in place that was written elsewhere, complete or not at all."""
    partial = path.with_name(f"{path.name}.{os.getpid()}{PARTIAL}")
    with partial.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)
    _sync_folder(path.parent)


def write(path: Path, records: Iterable[Mapping[str, object]]) -> int:
    """Write a journal as its records come, and put it in place when the last one has.

    Returns the number of records. Whatever goes wrong on the way, ``path`` is either as it was
    before or complete.
    """
    partial = path.with_name(f"{path.name}.{os.getpid()}{PARTIAL}")
    count = 0
    with partial.open("w", encoding="utf-8", newline="\n") as file:
        for record in records:
            file.write(line(record) + "\n")
            count += 1
        file.write(line({"record": END, "schema": SCHEMA, "records": count}) + "\n")
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)
    _sync_folder(path.parent)
    return count


def read(path: Path) -> Iterator[Record]:
    """The records of a finished journal, without the line that counts them.

    Raises BadData for a journal that is damaged or cut off, naming the line, and JournalMismatch
    for one that another version of the format wrote.
    """
    lines, last = 0, Record()
    for last in _parsed(path):
        lines += 1
        if last.get("record") != END:
            yield last
    _check_end(path, lines, last)


def read_torn(path: Path) -> Iterator[Record]:
    """The records of a journal that was not finished, as far as they are whole.

    The line that was being written when the process died is left out.
    """
    with path.open("rb") as file, suppress(json.JSONDecodeError, UnicodeDecodeError):
        for raw in file:
            if not raw.endswith(b"\n"):
                return
            record = json.loads(raw)
            if record.get("record") != END:
                yield record


def check(path: Path) -> None:
    """Look at the last line alone: is this journal complete, and in this version's format?

    Raises BadData or JournalMismatch, as ``read`` would.
    """
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - 4096))
        raw = file.read()
    last = raw.rstrip(b"\n").rpartition(b"\n")[2] if raw.endswith(b"\n") else b""
    try:
        record = json.loads(last)
    except (json.JSONDecodeError, UnicodeDecodeError):
        record = {}
    _check_end(path, None, record if isinstance(record, dict) else {})


def clear_partials(folder: Path) -> None:
    """Remove what killed processes left behind in a folder."""
    for partial in folder.glob(f"*{PARTIAL}"):
        partial.unlink(missing_ok=True)


def _parsed(path: Path) -> Iterator[Record]:
    with path.open("rb") as file:
        for number, raw in enumerate(file, start=1):
            try:
                record = json.loads(raw)
            except (json.JSONDecodeError, UnicodeDecodeError) as error:
                raise BadData(f"{path}, line {number}", _REDO) from error
            if not isinstance(record, dict):
                raise BadData(f"{path}, line {number}", _REDO)
            yield record


_REDO = "the journal is damaged or cut off here; remove the file and run the same command again"


def _check_end(path: Path, lines: int | None, last: Record) -> None:
    if last.get("record") != END:
        raise BadData(f"{path}, {_last_line(path)}", _REDO)
    if last.get("schema") != SCHEMA:
        raise JournalMismatch(
            f"{path} is in journal format {last.get('schema')}, this version reads format "
            f"{SCHEMA}: run again into another folder"
        )
    if lines is not None and last.get("records") != lines - 1:
        counted = f"its last line counts {last.get('records')} records, it has {lines - 1}"
        raise BadData(str(path), f"{counted}; remove the file and run the same command again")


def _last_line(path: Path) -> str:
    """Where a file that was cut off ends: within a line or behind one."""
    text = path.read_bytes()
    number = text.count(b"\n")
    return f"after line {number}" if text.endswith(b"\n") or not text else f"line {number + 1}"


def _sync_folder(folder: Path) -> None:
    """Make the renaming itself last, where the system can do that."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:  # folders cannot be opened on Windows, where the renaming is journalled
        return
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
