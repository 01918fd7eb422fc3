"""Making dialogues once, for any number of runs: every life is lived, nobody observes it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from experiments import episodes, people
from experiments.dialogues.folder import Dialogues, settle
from experiments.folder import RunFolder
from experiments.lives import Seat, seats
from experiments.recipe import Recipe, check
from experiments.recording import life_record, moment_record, session_record, usage_records
from experiments.running.casting import Casts, company
from experiments.running.crew import Crew, Engine
from experiments.running.lock import locked
from experiments.running.progress import Progress, Told, silent
from experiments.running.unit import living
from experiments.studies.base import Record
from sim import journal
from sim.cast import Place
from sim.errors import Misuse
from sim.moments import ProfileShift, SessionHeld

if TYPE_CHECKING:
    from sim.cast.cache import Mode


def make(
    recipe: Recipe,
    out: Path,
    *,
    workers: int | None = None,
    progress: Told = silent,
    cache: Mode = "use",
) -> Dialogues:
    """Live every life of a recipe and keep what was said; finished lives are kept.

    The folder can be given to recipes with the same lives as ``dialogues``. Raises Misuse for a
    recipe without lives or with policy "on", JournalMismatch for a folder with other lives.
    """
    if recipe.lives is None or recipe.policy == "on":
        raise Misuse(
            f"recipe {recipe.name!r} makes no dialogues of its own: it needs 'lives' and policy off"
        )
    check(recipe)
    with locked(out):
        recipe = people.settled(recipe, out, cache)
        settle(out, recipe)
        folder = RunFolder(out)
        folder.lives.mkdir(parents=True, exist_ok=True)
        journal.clear_partials(folder.lives)
        episodes.prepare(recipe, out)
        wanted = [seat for seat in seats(recipe) if not folder.journal(seat.life).exists()]
        with company(recipe, folder, recipe.cast, cache) as playing:
            crew = Crew(Engine(workers=workers), playing)
            unit = partial(_make, recipe=recipe, path=out, casts=crew.casts)
            for done, name in enumerate(crew.work(unit, wanted), start=1):
                progress(Progress("lives", done, len(wanted), name))
    return Dialogues.open(out)


def _make(seat: Seat, *, recipe: Recipe, path: Path, casts: Casts) -> str:
    episodes.recall(path)
    journal.write(RunFolder(path).journal(seat.life), _said(recipe, seat, casts))
    return seat.life


def _said(recipe: Recipe, seat: Seat, casts: Casts) -> Iterator[Record]:
    """The records of a life that no trial observes."""
    cast = casts(Place(life=seat.life))
    source, period = living(recipe, seat, cast), 0
    yield life_record(source.life)
    for moment in source:
        if isinstance(moment, SessionHeld):
            yield session_record(source.life, source.ledger, moment, "", period)
        else:
            period += isinstance(moment, ProfileShift)
            yield moment_record(source.life, moment, "")
    yield from usage_records(source.life.id, cast.book)
