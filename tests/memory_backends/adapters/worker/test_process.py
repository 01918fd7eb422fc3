"""What becomes of a worker that dies, hangs or prints rubbish."""

from __future__ import annotations

import gc
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_backends.adapters.worker import OwnWorker
from memory_backends.adapters.worker.process import Worker
from sim.errors import RunFailed

Make = Callable[..., OwnWorker]


def started(code: str, timeout: float = 20) -> Worker:
    return Worker("toy", [sys.executable, "-c", code], dict(os.environ), timeout)


def runs(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def test_one_that_dies_is_told_with_its_last_words_and_exit_code() -> None:
    worker = started("import sys; input(); print('out of memory', file=sys.stderr); sys.exit(3)")
    with pytest.raises(RunFailed) as error:
        worker.ask("add")
    assert str(error.value) == (
        "the worker 'toy' ended at add (exit code 3); its last words: out of memory"
    )
    assert worker.ended
    assert not worker.folder.exists()


def test_one_that_dies_without_a_word() -> None:
    with pytest.raises(RunFailed, match=r"ended at open \(exit code 0\); it wrote no errors"):
        started("input()").ask("open")


def test_only_the_end_of_many_words_is_told() -> None:
    worker = started("import sys; sys.stderr.write('x' * 9999 + 'the end'); sys.stderr.flush()")
    with pytest.raises(RunFailed) as error:
        worker.ask("add")
    assert str(error.value).endswith("xthe end")
    assert len(str(error.value)) < 800


def test_one_that_hangs_is_ended_after_its_time() -> None:
    worker = started("import sys, threading; sys.stdin.readline(); threading.Event().wait()", 0.3)
    with pytest.raises(RunFailed, match=r"gave no reply to search within 0.3 seconds"):
        worker.ask("search")
    assert worker.ended


def test_one_that_never_reads_is_ended_too() -> None:
    worker = started("import threading; threading.Event().wait()", 0.3)
    with pytest.raises(RunFailed, match="gave no reply to add within"):
        worker.ask("add", session="x" * 1_000_000)
    assert worker.ended


@pytest.mark.parametrize(
    "said",
    [
        "Loading model ...",
        "[1, 2]",
        '{"id": 1}',
        '{"id": 7, "done": null}',
        '{"failed": 3, "id": 1}',
    ],
)
def test_rubbish_is_shown_and_ends_the_worker(said: str) -> None:
    worker = started(f"input(); print({said!r}, flush=True); input()")
    with pytest.raises(RunFailed, match=r"printed .* where a reply to add was due"):
        worker.ask("add")
    assert worker.ended


def test_bytes_that_are_no_text_are_rubbish_too() -> None:
    code = "import sys; input(); sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush()"
    with pytest.raises(RunFailed, match="where a reply to add was due"):
        started(code).ask("add")


def test_after_the_end_a_request_says_so() -> None:
    worker = started("input()")
    worker.end()
    worker.end()
    with pytest.raises(RunFailed, match="was asked to add after it had ended"):
        worker.ask("add")


def test_what_cannot_be_started_is_said_and_leaves_no_folder(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no program")
    with pytest.raises(RunFailed, match="the worker 'toy' cannot be started: PermissionError"):
        Worker("toy", [str(tmp_path / "notes.txt")], {}, 1)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks processes up in /proc")
def test_children_of_a_worker_end_with_it() -> None:
    code = (
        "import json, subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'input()'], stdin=subprocess.PIPE)\n"
        "input()\n"
        "print(json.dumps({'id': 1, 'done': child.pid}), flush=True)\n"
        "input()\n"
    )
    worker = started(code)
    child = worker.ask("add")
    assert isinstance(child, int)
    assert runs(child)
    worker.end()
    settled = threading.Event()
    for _ in range(100):  # a killed process is reaped by whoever adopts it
        if not runs(child):
            break
        settled.wait(0.01)
    assert not runs(child)


def test_one_that_nobody_holds_any_more_is_ended() -> None:
    worker = started("input()")
    folder, end = worker.folder, worker._end
    del worker
    gc.collect()
    assert not end.alive
    assert not folder.exists()


def test_closing_one_that_hangs_raises_and_ends_it(worker: Make) -> None:
    stubborn = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if asked["do"] != "close":
        print(json.dumps({"id": asked["id"], "done": []}), flush=True)
"""
    backend = worker(stubborn, timeout=0.5)
    backend.get_all()
    with pytest.raises(RunFailed, match="gave no reply to close within"):
        backend.close()
    backend.close()


DYING = """
import sys
input()
print('{"id": 1, "done": null}', flush=True)
input()
sys.exit(1)
"""


def test_one_that_failed_harms_no_other(worker: Make) -> None:
    one, other = worker(DYING), worker()
    with pytest.raises(RunFailed, match="ended at get_all"):
        one.get_all()
    with pytest.raises(RunFailed, match="after it had ended"):
        one.get_all()
    assert other.get_all() == []
