"""Rows of what there is to read: the lives of a run, the sessions of a life."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from experiments.cli.output import Row
from experiments.cli.showing import journal
from experiments.cli.showing.journal import Record

PROSE = ("opening", "question")
"""The columns of which a part is enough in print."""


def rows(run: Path, life: str | None, *, probes: bool) -> list[Row]:
    """The lives, or of one life its questions or its sessions."""
    if life is None:
        return _lives(run)
    return _probes(run, life) if probes else _sessions(run, life)


def short(rows: list[Row]) -> list[Row]:
    """The rows with questions called by the part of their id that is enough to ask for them.

    >>> short([{"probe": "gold:probe/ada/dependency/0/after"}])
    [{'probe': 'ada/dependency/0/after'}]
    """
    return [{key: _short(key, value) for key, value in row.items()} for row in rows]


def _short(key: str, value: object) -> object:
    return str(value).removeprefix("gold:probe/") if key == "probe" else value


def _lives(run: Path) -> list[Row]:
    """One row a life: who, and how much there is to read."""
    return [_life(life, journal.records(run, life)) for life in journal.lives(run)]


def _life(life: str, records: list[Record]) -> Row:
    kinds = [record["record"] for record in records]
    return {
        "life": life,
        "persona": records[0]["persona"],
        "world": records[0]["world"],
        "sessions": kinds.count("session"),
        "probes": kinds.count("probe"),
    }


def _sessions(run: Path, life: str) -> list[Row]:
    """One row a session of a life, in the order they were held."""
    return [_session(record) for record in numbered(journal.records(run, life))]


def _session(record: Record) -> Row:
    return {
        "session": number_of(record),
        "date": record["started_at"][:10],
        "about": about(record),
        "policy": record["policy"],
        "turns": len(record["turns"]),
        "facts_told": len(record["tellings"]),
        "opening": record["turns"][0]["text"] if record["turns"] else "",
    }


def _probes(run: Path, life: str) -> list[Row]:
    """One row a question of a life, in the order they were asked."""
    return [
        {
            "probe": record["probe"],
            "kind": record["kind"],
            "question": record["question"],
            "phase": record["phase"],
            "date": record["asked_at"][:10],
        }
        for record in journal.records(run, life)
        if record["record"] == "probe"
    ]


def numbered(records: list[Record]) -> Iterator[Record]:
    """The sessions among some records."""
    return (record for record in records if record["record"] == "session")


def number_of(record: Record) -> int:
    """The number in a session's id."""
    return int(record["session"].removeprefix("s"))


def about(record: Record) -> str:
    """The domain of a session, or what in the person's world it was about."""
    return str(record["domain"] or record["source"])
