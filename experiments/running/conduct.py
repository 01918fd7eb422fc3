"""Carrying out a recipe: check, settle the folder, live and judge, make tables and the report."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from experiments.folder import RunFolder
from experiments.lives import Seat, seats
from experiments.recipe import Recipe, check, load_recipe
from experiments.running import header
from experiments.running.lock import locked
from experiments.running.progress import Progress, Told, silent
from experiments.running.result import Run, open_run
from experiments.running.unit import Done, finish, judge
from experiments.running.workers import in_place, on_processes
from sim import journal
from sim.errors import Misuse, RunFailed


def run(
    recipe: str | Path | Mapping[str, Any] | Recipe,
    out: str | Path,
    *,
    overrides: Sequence[str] = (),
    workers: int | None = None,
    progress: Told = silent,
) -> Run:
    """Carry out a recipe into a folder, or go on with one that was interrupted there.

    Args:
        recipe: A recipe's name, path, mapping, or the recipe itself.
        out: The folder; it is made if need be. Lives that are finished there are kept.
        overrides: Changes such as ``"lives.months=9"``.
        workers: How many processes live lives, 1 for none but this one; by default one a core.
            The result does not depend on it.
        progress: Called with what is done so far.

    Raises:
        Misuse: The recipe cannot be carried out, or somebody else is writing into the folder;
            found before anything is run.
        JournalMismatch: The folder holds a run of another recipe.
        RunFailed: Something broke on the way. Finished lives are kept; the same call goes on.

    """
    chosen = load_recipe(recipe, overrides)
    check(chosen)
    folder = RunFolder(Path(out))
    with _writing(folder.path), locked(_usable(folder.path)):
        header.settle(folder, chosen)
        folder.prepare()
        _finish_lives(chosen, folder, workers, progress)
        _conclude(folder, progress)
    return open_run(folder.path)


def rejudge(path: str | Path, *, workers: int | None = None, progress: Told = silent) -> Run:
    """Judge all answers of a finished run again, then make its tables and report anew."""
    found = open_run(path)
    with _writing(found.path), locked(found.path):
        unit = partial(judge, path=found.path)
        lives, total = found.lives, len(found.lives)
        for done, _ in enumerate(_work(unit, lives, workers), start=1):
            progress(Progress("lives", done, total))
        _conclude(found.folder, progress)
    return open_run(path)


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    """A disk that is full or a folder that cannot be written ends a run, and loses nothing."""
    try:
        yield
    except OSError as error:
        raise RunFailed(
            f"{path} could not be written: {error.strerror or error}; what is finished there is "
            "kept, make room and run the same command again"
        ) from error


def _usable(path: Path) -> Path:
    if path.exists() and not path.is_dir():
        raise Misuse(f"{path} is a file: name a folder for the run")
    if path.is_dir() and not (path / "run.json").exists() and _foreign(path):
        raise Misuse(f"{path} is not empty and holds no run: name a new or an empty folder")
    return path


def _foreign(path: Path) -> bool:
    """Whether a folder has files in it that no run could have left."""
    own = {".lock", "run.json.partial"}
    return any(each.name not in own for each in path.iterdir())


def _finish_lives(recipe: Recipe, folder: RunFolder, workers: int | None, progress: Told) -> None:
    wanted = list(seats(recipe))
    left = [seat for seat in wanted if not folder.is_done(seat.life)]
    kept = len(wanted) - len(left)
    progress(Progress("lives", kept, len(wanted), kept=kept))
    unit = partial(_finish, recipe=recipe, path=folder.path)
    for number, done in enumerate(_work(unit, left, workers), start=kept + 1):
        _note_time(folder, done)
        progress(Progress("lives", number, len(wanted), done.life, kept))


def _finish(seat: Seat, *, recipe: Recipe, path: Path) -> Done:
    return finish(recipe, seat, path)


def _work(unit: Any, given: Sequence[Any], workers: int | None) -> Iterator[Any]:
    count = min(workers or _cores(), len(given))
    return in_place(unit, given) if count <= 1 else on_processes(unit, given, count)


def _cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _note_time(folder: RunFolder, done: Done) -> None:
    with folder.timings.open("a", encoding="utf-8") as file:
        for what, seconds in (("lived", done.lived), ("judged", done.judged)):
            if seconds is not None:
                row = {"what": what, "life": done.life, "seconds": round(seconds, 3)}
                file.write(journal.line(row) + "\n")


def _conclude(folder: RunFolder, progress: Told) -> None:
    """Tables and the page, from the journals alone."""
    from experiments import report, tables

    recipe = Run(folder.path).recipe
    tables.build(folder, recipe, lambda done, total: progress(Progress("tables", done, total)))
    progress(Progress("report", 0, 1))
    report.write([Run(folder.path)], folder.report)
    progress(Progress("report", 1, 1))
