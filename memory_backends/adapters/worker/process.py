"""A worker: a process of its own that answers requests, one JSON object a line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import weakref
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from shutil import rmtree
from tempfile import mkdtemp
from threading import Thread
from typing import Any, TextIO, cast

from sim.errors import RunFailed, folded, told
from sim.reasons import shown

LONGEST = 2**26  # characters of a reply
LAST_WORDS = 600  # characters of the error stream that an error shows
PARTING = 10.0  # seconds that a worker has to close
LEAVING = 2.0  # seconds from the last that is heard of a worker to its exit


class Worker:
    """The process and its scratch folder; both are gone after ``end``, or when nobody holds it.

    ``command`` is started in a folder of its own under the system's temporary one. A worker that
    dies, prints something that is no reply, or takes longer than ``timeout`` seconds is ended, and
    RunFailed tells its last words.
    """

    def __init__(
        self, name: str, command: Sequence[str], environment: Mapping[str, str], timeout: float
    ) -> None:
        self._name, self._timeout = name, timeout
        self.folder = Path(mkdtemp(prefix="lifeworld-"))
        self._asked = 0
        self._exchange: Thread | None = None
        self._process = _started(name, command, environment, self.folder)
        self._end = weakref.finalize(self, _end, self._process, self.folder)

    @property
    def ended(self) -> bool:
        """Whether the process is gone."""
        return not self._end.alive

    def ask(self, do: str, **given: object) -> object:
        """What came of a request. Raises RunFailed when the worker says so, or says nothing."""
        if self.ended:
            raise RunFailed(f"the worker {self._name!r} was asked to {do} after it had ended")
        self._asked += 1
        reply = self._reply(do, json.dumps({"id": self._asked, "do": do, **given}))
        if "failed" in reply:
            raise RunFailed(f"the worker {self._name!r} could not {do}: {folded(reply['failed'])}")
        return reply["done"]

    def _reply(self, do: str, line: str) -> dict[str, Any]:
        heard: SimpleQueue[str] = SimpleQueue()
        self._exchange = Thread(target=self._exchanged, args=(line, heard), daemon=True)
        self._exchange.start()
        try:
            said = heard.get(
                timeout=min(PARTING, self._timeout) if do == "close" else self._timeout
            )
        except Empty:
            raise self._broken(f"gave no reply to {do} within {self._timeout:g} seconds") from None
        reply = _read(said)
        if reply is not None and reply.get("id") == self._asked:
            return reply
        if said:
            raise self._broken(f"printed {shown(said.strip())} where a reply to {do} was due")
        with suppress(subprocess.TimeoutExpired):  # its own exit code, where it is on its way out
            self._process.wait(LEAVING)
        raise self._broken(f"ended at {do}")

    def _exchanged(self, line: str, heard: SimpleQueue[str]) -> None:
        """Put a request in and wait for a line; a process that is gone says ""."""
        to, out = cast("TextIO", self._process.stdin), cast("TextIO", self._process.stdout)
        try:
            to.write(line + "\n")
            to.flush()
            heard.put(out.readline(LONGEST))
        except (OSError, ValueError):
            heard.put("")

    def _broken(self, what: str) -> RunFailed:
        """End the worker; the error that says why, with the end of what it wrote as errors."""
        _kill(self._process)
        code = self._process.wait()
        how = f" (exit code {code})" if what.startswith("ended") else ""
        words = folded((self.folder / "stderr.txt").read_text("utf-8", "replace"))[-LAST_WORDS:]
        self.end()
        last = f"; its last words: {words}" if words else "; it wrote no errors"
        return RunFailed(f"the worker {self._name!r} {what}{how}{last}")

    def end(self) -> None:
        """End the process and those it started, and remove its folder; safe to call twice."""
        if self._exchange is not None and not self.ended:
            _kill(self._process)
            self._exchange.join(PARTING)
        self._end()


def _started(
    name: str, command: Sequence[str], environment: Mapping[str, str], folder: Path
) -> subprocess.Popen[str]:
    try:
        with (folder / "stderr.txt").open("wb") as errors:
            return subprocess.Popen(  # noqa: S603  (the user named it)
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                env=dict(environment),
                cwd=folder,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,
            )
    except OSError as error:
        rmtree(folder, ignore_errors=True)
        raise RunFailed(f"the worker {name!r} cannot be started: {told(error)}") from error


def _read(said: str) -> dict[str, Any] | None:
    """A reply: an object with ``done`` or ``failed``; None for anything else."""
    try:
        reply = json.loads(said)
    except ValueError:
        return None
    if not isinstance(reply, dict):
        return None
    return reply if "done" in reply or isinstance(reply.get("failed"), str) else None


def _kill(process: subprocess.Popen[str]) -> None:
    """Kill a process and all those that it started in its session."""
    if sys.platform == "win32":
        process.kill()
        return
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):  # all of them are gone already
        process.kill()


def _end(process: subprocess.Popen[str], folder: Path) -> None:
    _kill(process)
    process.wait()
    for stream in (process.stdin, process.stdout):
        _close(cast("TextIO", stream))
    rmtree(folder, ignore_errors=True)


def _close(stream: TextIO) -> None:
    try:
        stream.close()
    except OSError:  # what was never read by the process cannot be written any more
        return
