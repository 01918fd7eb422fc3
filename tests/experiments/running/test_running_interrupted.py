"""Killed at any moment, a run goes on where it was and ends in the same bytes."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import experiments
from experiments.folder import RunFolder
from experiments.running import lock
from experiments.running.workers import on_processes
from sim import journal
from sim.errors import Misuse, RunFailed

ROOT = Path(__file__).parents[3]
RUN = """
import json, sys
from experiments import run

run(json.loads(sys.argv[1]), out=sys.argv[2], workers=int(sys.argv[3]))
print("finished", flush=True)  # a script without a guard: workers must not run it again
"""
TALKING = '''
"""A memory that says aloud what it does, so that somebody can kill it at a known moment."""
import memory_backends

class Talking(memory_backends.resolve("recency")):
    name = "talking"

    def add(self, session):
        print("add", session.id, flush=True)
        super().add(session)
'''


@pytest.fixture
def talking(tmp_path: Path) -> dict[str, str]:
    """An environment in which ``talking:Talking`` is a backend."""
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "talking.py").write_text(TALKING, encoding="utf-8")
    (tmp_path / "code" / "go.py").write_text(RUN, encoding="utf-8")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path / "code"), str(ROOT)])}


def start(env: dict[str, str], recipe: Any, out: Path, workers: int) -> subprocess.Popen[str]:
    script = Path(env["PYTHONPATH"].split(os.pathsep)[0]) / "go.py"
    command = [sys.executable, str(script), json.dumps(recipe), str(out), str(workers)]
    return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True, cwd=out.parent)


def kill_after(process: subprocess.Popen[str], lines: int) -> None:
    assert process.stdout is not None
    for _, line in zip(range(lines), process.stdout, strict=False):
        assert line != "finished\n"
    process.kill()
    process.wait()
    process.stdout.close()


def test_killed_again_and_again_it_ends_in_the_same_bytes(
    talking: dict[str, str], small: dict[str, Any], tmp_path: Path, left_by: Any
) -> None:
    recipe = {
        **small,
        "trials": [{"backend": "talking:Talking", "budget": 30}, {"backend": "none"}],
    }
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    process = start(talking, recipe, whole, 1)
    sessions = [line for line in process.communicate()[0].splitlines() if line != "finished"]
    assert process.returncode == 0
    kill_after(start(talking, recipe, broken, 1), len(sessions) // 2)  # within the second life
    assert len(list(broken.glob("lives/*.partial"))) == 1
    kill_after(start(talking, recipe, broken, 2), 7)  # two at once, on processes
    process = start(talking, recipe, broken, 2)
    assert process.communicate()[0].endswith("finished\n")
    assert left_by(broken) == left_by(whole)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_that_was_interrupted_by_hand_keeps_what_is_finished(
    reference: experiments.Run, small: dict[str, Any], tmp_path: Path, left_by: Any, workers: int
) -> None:
    out = tmp_path / "out"

    def tired(progress: experiments.Progress) -> None:
        if progress.done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        experiments.run(small, out=out, workers=workers, progress=tired)
    assert len(experiments.open_run(out).lives) >= 2
    with pytest.raises(Misuse, match="is not finished, it has no table 'scores' yet"):
        experiments.open_run(out).tables["scores"]
    experiments.run(small, out=out, workers=1)
    assert left_by(out) == left_by(reference.path)


def test_a_failure_in_making_tables_loses_nothing(
    reference: experiments.Run,
    small: dict[str, Any],
    tmp_path: Path,
    left_by: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from experiments.tables.scores import Scores

    def broken(self: Any) -> Any:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(Scores, "rest", broken)
        with pytest.raises(RunFailed, match="No space left on device; what is finished there is"):
            experiments.run(small, out=tmp_path / "out", workers=1)
    assert not list((tmp_path / "out" / "tables").iterdir())
    experiments.run(small, out=tmp_path / "out", workers=1)
    assert left_by(tmp_path / "out") == left_by(reference.path)


def test_a_full_disk_while_living_leaves_finished_lives(
    reference: experiments.Run,
    small: dict[str, Any],
    tmp_path: Path,
    left_by: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line, out, last = journal.line, tmp_path / "out", reference.lives[-1]

    def full(record: Any) -> str:
        if record.get("life") == last:
            raise OSError(errno.ENOSPC, "No space left on device")
        return line(record)

    with monkeypatch.context() as patched:
        patched.setattr(journal, "line", full)
        with pytest.raises(RunFailed, match="No space left on device"):
            experiments.run(small, out=out, workers=1)
    assert len(experiments.open_run(out).lives) == 2
    experiments.run(small, out=out, workers=1)
    assert left_by(out) == left_by(reference.path)


def test_times_that_were_cut_off_are_left_out(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    assert list(folder.seconds()) == []
    folder.timings.write_text('{"what":"lived"}\n{"wh{"what":"judged"}\n{"what":"lived"}\n{')
    assert list(folder.seconds()) == [{"what": "lived"}] * 2


def test_a_folder_in_use_names_who_uses_it(small: dict[str, Any], tmp_path: Path) -> None:
    out = tmp_path / "out"
    with lock.locked(out), pytest.raises(Misuse, match=f"by process {os.getpid()} on "):
        experiments.run(small, out=out)


def test_the_lock_of_a_process_that_died_is_taken_over(tmp_path: Path) -> None:
    hold = (
        "import sys, time, pathlib; from experiments.running.lock import locked\n"
        "with locked(pathlib.Path(sys.argv[1])): print('held', flush=True); sys.stdin.read()"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", hold, str(tmp_path)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, env=env, text=True, **pipes) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        with pytest.raises(Misuse, match=f"by process {process.pid} on "), lock.locked(tmp_path):
            pass
        process.send_signal(signal.SIGKILL)
        process.wait()
        with lock.locked(tmp_path):
            assert json.loads((tmp_path / ".lock").read_text())["pid"] == os.getpid()


def die_once(given: tuple[int, str]) -> int:
    """Kill this worker the first time it is given the number 3."""
    number, mark = given
    if number == 3 and not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def die(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def fail(number: int) -> int:
    raise RunFailed(f"unit {number} cannot be done")


def test_a_worker_that_is_killed_costs_its_unit_only(tmp_path: Path) -> None:
    given = [(number, str(tmp_path / "died")) for number in range(6)]
    assert sorted(on_processes(die_once, given, 2)) == [0, 1, 4, 9, 16, 25]
    assert (tmp_path / "died").exists()


def test_workers_that_keep_dying_end_the_run() -> None:
    with pytest.raises(RunFailed, match="died 3 times in a row"):
        list(on_processes(die, [1, 2], 2))


def test_what_a_unit_raises_arrives() -> None:
    with pytest.raises(RunFailed, match="cannot be done"):
        list(on_processes(fail, [1, 2], 2))
