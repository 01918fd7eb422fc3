"""Time and memory of a command and all processes it starts."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

from sim.errors import Misuse, RunFailed

PROC = Path("/proc")
EVERY = 0.1  # seconds between two looks
KILO = 1024


def watched(command: list[str]) -> tuple[float, float]:
    """Seconds, and the peak of megabytes held by the command's processes together.

    Memory that processes share counts once (proportional set size). Raises Misuse where the
    system has no /proc, RunFailed when the command fails.
    """
    if not PROC.is_dir():
        raise Misuse("memory is measured through /proc, which this system does not have")
    began, peak = time.perf_counter(), 0
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as running:  # noqa: S603
        while running.poll() is None:
            peak = max(peak, sum(map(_kilobytes, _family(running.pid))))
            time.sleep(EVERY)
        said = running.stderr.read().decode() if running.stderr else ""
    if running.returncode:
        raise RunFailed(f"{' '.join(command[:4])} ended with {running.returncode}: {said[-300:]}")
    return time.perf_counter() - began, peak / KILO


def _family(pid: int) -> list[int]:
    """A process and everything it started that still runs."""
    parents = {child: _parent(child) for child in _processes()}
    family = [pid]
    for member in family:
        family += [child for child, parent in parents.items() if parent == member]
    return family


def _processes() -> list[int]:
    return [int(entry.name) for entry in PROC.iterdir() if entry.name.isdigit()]


def _parent(pid: int) -> int:
    """The parent of a process; 0 for one that has just ended."""
    try:
        status = (PROC / str(pid) / "stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return 0
    return int(status.rpartition(")")[2].split()[1])


def _kilobytes(pid: int) -> int:
    try:
        lines = (PROC / str(pid) / "smaps_rollup").read_text(encoding="utf-8").splitlines()
    except OSError:  # it has just ended
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
