"""The replies of models, kept in one SQLite file for all processes of a run.

A reply is found by everything that could change it: role, prompt, model, parameters, schema and
replicate, and for sampled replies the place in a life that asked. A reply that was committed is
never asked for again. Beside it stands who was given it, so that every record of a journal leads
to its prompt.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from sim.cast.usage import Place
from sim.errors import MissingReply

Mode = Literal["use", "refresh", "replay", "off"]
MODES: tuple[Mode, ...] = ("use", "refresh", "replay", "off")
WAIT = 30.0  # seconds for another process to finish its write
_TABLES = """
create table if not exists replies (
    key text primary key, role text, model text, prompt text, messages text, reply text,
    usable integer, why text, tokens_read integer, tokens_written integer, estimated integer,
    calls integer
) without rowid;
create table if not exists plays (
    life text, trial text, phase text, role text, key text,
    primary key (life, trial, phase, role, key)
) without rowid;
create table if not exists spending (
    role text, model text, calls integer, tokens_read integer, tokens_written integer,
    usd real, unpriced integer, estimated integer, primary key (role, model)
) without rowid;
"""


@dataclass(frozen=True, slots=True)
class Kept:
    """A reply as it was kept, with what all calls for it took. ``why`` says why it is not usable.

    ``messages`` are the prompt's as (who, text).
    """

    role: str
    model: str
    prompt: str
    messages: tuple[tuple[str, str], ...]
    reply: str
    usable: bool
    why: str
    tokens_read: int
    tokens_written: int
    estimated: bool
    calls: int


class ReplyCache:
    """The file. Safe for threads and processes: every reply is one transaction.

    Modes: ``use`` what is there and ask for the rest; ``refresh`` asks for everything anew, once;
    ``replay`` asks for nothing and raises MissingReply; ``off`` neither looks nor keeps.
    """

    def __init__(self, path: Path | str, mode: Mode = "use") -> None:
        self.mode = mode
        self._lock = threading.Lock()
        self._flights: dict[str, threading.Lock] = {}
        self._fresh: set[str] = set()
        self._db = sqlite3.connect(
            str(path), timeout=WAIT, isolation_level=None, check_same_thread=False
        )
        self._db.execute("pragma journal_mode=wal")
        self._db.execute("pragma synchronous=normal")
        self._db.executescript(_TABLES)

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """The database, written all or nothing, one thread at a time."""
        with self._lock:
            self._db.execute("begin immediate")
            try:
                yield self._db
            except BaseException:
                self._db.execute("rollback")
                raise
            self._db.execute("commit")

    @contextmanager
    def flight(self, key: str) -> Iterator[None]:
        """Hold a key, so that two threads with the same prompt make one call."""
        with self._lock:
            lock = self._flights.setdefault(key, threading.Lock())
        with lock:
            yield

    def find(self, key: str, place: Place, role: str) -> Kept | None:
        """The reply of a key, noted for the place; None if a call has to be made.

        Raises MissingReply in mode ``replay`` for a reply that is not there.
        """
        if self.mode == "off" or (self.mode == "refresh" and key not in self._fresh):
            return None
        kept = self.look_up(key)
        if kept is not None and (kept.usable or self.mode == "replay"):
            self._note(key, place, role)
            return kept
        if self.mode == "replay":
            raise MissingReply(_missing(key, place, role))
        return None

    def look_up(self, key: str) -> Kept | None:
        """The reply of a key, whatever the mode."""
        with self._lock:
            row = self._db.execute(f"{_SELECT} where key = ?", (key,)).fetchone()
        return None if row is None else _kept(row)

    def keep(self, key: str, kept: Kept, place: Place) -> None:
        """Commit a reply; from now on it is not asked for again."""
        if self.mode == "off":
            return
        self._fresh.add(key)
        with self.transaction() as db:
            marks = ", ".join("?" * 12)
            db.execute(f"insert or replace into replies values ({marks})", _row(key, kept))  # noqa: S608
            db.execute(
                "insert or ignore into plays values (?, ?, ?, ?, ?)", _play(key, place, kept.role)
            )

    def plays(self, life: str, trial: str, roles: Sequence[str]) -> Iterator[Kept]:
        """The replies that roles were given for a life and trial, in the order of their keys."""
        marks = ", ".join("?" * len(roles))
        with self._lock:
            rows = self._db.execute(
                f"{_SELECT} where key in (select key from plays where life = ? and trial = ? "  # noqa: S608
                f"and role in ({marks})) order by key",
                (life, trial, *roles),
            ).fetchall()
        return map(_kept, rows)

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._db.close()

    def _note(self, key: str, place: Place, role: str) -> None:
        with self.transaction() as db:
            db.execute(
                "insert or ignore into plays values (?, ?, ?, ?, ?)", _play(key, place, role)
            )


_SELECT = (
    "select role, model, prompt, messages, reply, usable, why, tokens_read, tokens_written, "
    "estimated, calls from replies"
)


def _play(key: str, place: Place, role: str) -> tuple[str, ...]:
    return place.life, place.trial, place.phase, role, key


def _row(key: str, kept: Kept) -> tuple[object, ...]:
    messages = json.dumps(kept.messages, ensure_ascii=False)
    counts = (kept.tokens_read, kept.tokens_written, kept.estimated, kept.calls)
    said = (messages, kept.reply, kept.usable, kept.why)
    return key, kept.role, kept.model, kept.prompt, *said, *counts


def _kept(row: tuple[object, ...]) -> Kept:
    role, model, prompt, messages, reply, usable, why, read, written, estimated, calls = row
    spoken = tuple((str(who), str(text)) for who, text in json.loads(str(messages)))
    return Kept(
        role=str(role),
        model=str(model),
        prompt=str(prompt),
        messages=spoken,
        reply=str(reply),
        usable=bool(usable),
        why=str(why),
        tokens_read=int(str(read)),
        tokens_written=int(str(written)),
        estimated=bool(estimated),
        calls=int(str(calls)),
    )


def _missing(key: str, place: Place, role: str) -> str:
    where = f"life {place.life!r}" + (f", trial {place.trial!r}" if place.trial else "")
    return (
        f"the cache holds no reply for role {role!r} in {where} ({place.phase}, key {key[:12]}), "
        "and --cache replay forbids asking for it: run with --cache use"
    )
