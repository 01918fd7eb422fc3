"""Carrying out a recipe: check, settle the folder, live and judge, make tables and the report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from experiments import episodes, people
from experiments.folder import RunFolder
from experiments.lives import Seat, seats
from experiments.recipe import Recipe, check, load_recipe
from experiments.recipe.casting import SCRIPTED
from experiments.running import header
from experiments.running.casting import Casts, company
from experiments.running.crew import Crew, Engine
from experiments.running.ending import ending, new_verdicts
from experiments.running.errand import errands, put_down
from experiments.running.lock import locked
from experiments.running.progress import Progress, Told, silent
from experiments.running.result import Run, open_run
from experiments.running.unit import Done, finish, judge
from sim import journal
from sim.errors import Misuse, RunFailed

if TYPE_CHECKING:
    from sim.cast.cache import Mode


def run(
    recipe: str | Path | Mapping[str, Any] | Recipe,
    out: str | Path,
    *,
    overrides: Sequence[str] = (),
    workers: int | None = None,
    engine: Engine | None = None,
    progress: Told = silent,
    cache: Mode = "use",
) -> Run:
    """Carry out a recipe into a folder, or go on with one that was interrupted there.

    Args:
        recipe: A recipe's name, path, mapping, or the recipe itself.
        out: The folder; it is made if need be. Lives that are finished there are kept.
        overrides: Changes such as ``"lives.months=9"``.
        workers: How many processes live lives, 1 for none but this one; by default one a core.
            The result does not depend on it. Lives that models play wait for these on threads,
            as many as ``limits.at_once``.
        engine: What lives are lived on, instead of ``workers``: processes, threads or a cluster.
            The result does not depend on it either.
        progress: Called with what is done so far.
        cache: How to use the replies of models kept in the folder: ``use``, ``refresh``,
            ``replay`` (no call is made, a missing one is named) or ``off``.

    Raises:
        Misuse: The recipe cannot be carried out, or somebody else is writing into the folder;
            found before anything is run.
        JournalMismatch: The folder holds a run of another recipe.
        RunFailed: Something broke on the way, or a limit was reached. Finished lives are kept; the
            same call goes on.

    """
    folder = RunFolder(Path(out))
    engine = engine or Engine(workers=workers)
    _carry_out(load_recipe(recipe, overrides), folder, engine, progress, cache)
    return open_run(folder.path)


def run_first(recipe: Recipe, out: str | Path, *, progress: Told = silent) -> None:
    """Live and judge the first life of a recipe alone, in the folder where ``run`` will go on.

    No table is made. Raises what ``run`` raises.
    """
    _carry_out(recipe, RunFolder(Path(out)), Engine(workers=1), progress, "use", most=1)


def _carry_out(
    chosen: Recipe,
    folder: RunFolder,
    engine: Engine,
    progress: Told,
    cache: Mode,
    most: int | None = None,
) -> None:
    """All lives and tables; or, with ``most``, so many lives and no tables."""
    _check_single(chosen)
    check(chosen)
    with _writing(folder.path), locked(_usable(folder.path)):
        chosen = people.settled(chosen, folder.path, cache)
        header.settle(folder, chosen)
        folder.prepare()
        with ending(folder), company(chosen, folder, chosen.cast, cache) as playing:
            crew = Crew(engine, playing)
            episodes.prepare(chosen, folder.path, crew.casts)
            _finish_lives(chosen, folder, crew, progress, most)
        if most is None:
            _conclude(folder, progress)


def rejudge(
    path: str | Path,
    *,
    judges: Any = None,
    workers: int | None = None,
    progress: Told = silent,
    cache: Mode = "use",
) -> Run:
    """Judge all answers of a finished run again, then make its tables and report anew.

    ``judges`` is who judges, as under ``cast.judge`` of a recipe; by default the run's own. No
    dialogue is held and no question asked again. The old verdicts are replaced when all new ones
    are there, and the folder's ``agreement.json`` says how far the two agree.
    """
    found = open_run(path)
    own = found.recipe.cast
    cast = {"judge": judges or own.get("judge") or own.get("default", SCRIPTED)}
    with _writing(found.path), locked(found.path), ending(found.folder):
        with company(found.recipe, found.folder, cast, cache) as playing:
            _judge_again(found, Crew(Engine(workers=workers), playing), progress)
        _conclude(found.folder, progress)
    return open_run(path)


def _check_single(recipe: Recipe) -> None:
    if recipe.vary or recipe.repeats > 1:
        raise Misuse(
            f"recipe {recipe.name!r} is a sweep of several runs: carry it out with "
            "experiments.sweep(recipe, out), or leave out 'vary' and 'repeats'"
        )


def _judge_again(found: Run, crew: Crew, progress: Told) -> None:
    """New verdicts beside the old ones, then in their place."""
    folder, total = found.folder, len(found.lives)
    with new_verdicts(folder) as into:
        unit = partial(judge, path=found.path, casts=crew.casts, into=into)
        for done, _ in enumerate(crew.work(unit, found.lives), start=1):
            progress(Progress("lives", done, total))


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
    file = next((each for each in (path, *path.parents) if each.is_file()), None)
    if file is not None:
        raise Misuse(f"{file} is a file: name a folder for the run")
    if path.is_dir() and not (path / "run.json").exists() and _foreign(path):
        raise Misuse(f"{path} is not empty and holds no run: name a new or an empty folder")
    return path


def _foreign(path: Path) -> bool:
    """Whether a folder has files in it that no run could have left."""
    own = (".lock", "run.json.partial", people.FOLDER, RunFolder(path).cache.name)
    return any(not each.name.startswith(own) for each in path.iterdir())


def _finish_lives(
    recipe: Recipe, folder: RunFolder, crew: Crew, progress: Told, most: int | None
) -> None:
    wanted = list(seats(recipe))[:most]
    left = [seat for seat in wanted if not folder.is_done(seat.life)]
    kept = len(wanted) - len(left)
    progress(Progress("lives", kept, len(wanted), kept=kept))
    for number, done in enumerate(_lived(recipe, folder, crew, left), start=kept + 1):
        _note_time(folder, done)
        progress(Progress("lives", number, len(wanted), done.life, kept))


def _lived(recipe: Recipe, folder: RunFolder, crew: Crew, left: Sequence[Seat]) -> Iterator[Done]:
    """Lives as they are finished; whoever works elsewhere leaves the writing to us."""
    if crew.is_elsewhere:
        brought = crew.work(errands(recipe, folder), left)
        return (put_down(one, folder) for one in brought)
    unit = partial(_finish, recipe=recipe, path=folder.path, casts=crew.casts)
    return crew.work(unit, left)


def _finish(seat: Seat, *, recipe: Recipe, path: Path, casts: Casts) -> Done:
    return finish(recipe, seat, path, casts)


def _note_time(folder: RunFolder, done: Done) -> None:
    with folder.timings.open("a", encoding="utf-8") as file:
        for took in done.took:
            row = {**asdict(took), "life": done.life, "seconds": round(took.seconds, 6)}
            file.write(journal.line(row) + "\n")


def _conclude(folder: RunFolder, progress: Told) -> None:
    """Tables and the page, from the journals alone."""
    from experiments import report, tables

    recipe = Run(folder.path).recipe
    tables.build(folder, recipe, lambda done, total: progress(Progress("tables", done, total)))
    progress(Progress("report", 0, 1))
    report.write([Run(folder.path)], folder.report)
    progress(Progress("report", 1, 1))
