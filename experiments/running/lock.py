"""One run at a time in a folder: a lock that says who holds it and dies with its holder."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from sim.errors import Misuse

NAME = ".lock"


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold a folder. Raises Misuse naming the process and machine that hold it already.

    The operating system lets go of the lock when its holder dies, however it dies, so what a
    killed run has left behind is simply taken over.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / NAME).open("a+", encoding="utf-8") as file:
        if not _take(file):
            raise Misuse(f"{folder} is being written by {_holder(file)}: wait, or use another one")
        _sign(file)
        try:
            yield
        finally:
            file.truncate(0)


def _take(file: IO[str]) -> bool:
    """Whether the lock was free."""
    try:
        import fcntl
    except ImportError:  # Windows: its own byte-range lock does the same
        return _take_on_windows(file)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _take_on_windows(file: IO[str]) -> bool:
    import msvcrt

    file.seek(1 << 20)  # beyond the signature, which others must be able to read
    try:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    except OSError:
        return False
    return True


def _sign(file: IO[str]) -> None:
    file.truncate(0)
    file.seek(0)
    json.dump({"pid": os.getpid(), "host": socket.gethostname()}, file)
    file.flush()


def _holder(file: IO[str]) -> str:
    file.seek(0)
    try:
        who = json.loads(file.read())
        return f"process {who['pid']} on {who['host']}"
    except (json.JSONDecodeError, KeyError, TypeError):
        return "another process"
