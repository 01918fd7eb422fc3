"""The unit of work: one life, lived in front of all trials, then judged. Runs on any worker."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from experiments import episodes
from experiments.folder import RunFolder
from experiments.judging import judge_records
from experiments.lives import Seat, compose, world_of
from experiments.observe import observe_life, observe_life_on_policy
from experiments.recipe.casting import is_scripted
from experiments.recipe.schema import Recipe
from experiments.recipe.studies import studies_of
from experiments.recipe.trials import trials
from experiments.recording import LIFE, failure_record, life_record, usage_records
from experiments.running.casting import Casts, scripted
from experiments.studies.base import Record, Source
from sim import journal
from sim.cast import Cast, Place
from sim.errors import RoleFailed
from sim.life import Life
from sim.roles.skeleton_writer import SKELETON_WRITER
from sim.roles.transition_narrator import TRANSITION_NARRATOR
from sim.timeline import Accept, Living, live


@dataclass(frozen=True, slots=True)
class Took:
    """How often and how many seconds something was done; of a memory, in which trial."""

    what: str
    seconds: float
    trial: str = ""
    times: int = 1


@dataclass(frozen=True, slots=True)
class Done:
    """A life is finished; what living it, its memories and judging it took on the wall."""

    life: str
    took: tuple[Took, ...]


def finish(recipe: Recipe, seat: Seat, path: Path, casts: Casts = scripted) -> Done:
    """Live a life unless that was done, judge it, and leave both files in place.

    ``casts`` gives those who play in it; they cannot go to another process unless scripted.

    Raises what the run must stop for; a backend that fails is a record, not an exception, and so
    is a life in which a role of the conversation gave no usable reply.
    """
    folder = RunFolder(path)
    lived = () if folder.journal(seat.life).exists() else _live(recipe, seat, folder, casts)
    return Done(seat.life, (*lived, Took("judged", judge(seat.life, path, casts))))


def judge(life: str, path: Path, casts: Casts = scripted, into: Path | None = None) -> float:
    """Judge the answers of a journal, replacing any verdicts there are. Returns the seconds.

    ``into`` is another folder for the verdicts than the run's own.
    """
    began, folder = perf_counter(), RunFolder(path)
    target = folder.verdicts_of(life)
    journal.write(into / target.name if into else target, _judged(folder, life, casts))
    return perf_counter() - began


def _judged(folder: RunFolder, life: str, casts: Casts) -> Iterator[Record]:
    """Every verdict, then what the judge used up."""
    cast = casts(Place(life=life, phase="judge"))
    yield from judge_records(journal.read(folder.journal(life)), cast)
    yield from usage_records(life, cast.book)


def observe(recipe: Recipe, seat: Seat, casts: Casts = scripted) -> Iterator[Record]:
    """The records of one life, as they arise."""
    cast, specs, asked = casts(Place(life=seat.life)), trials(recipe), studies_of(recipe)
    path = (recipe.seed, "observed", seat.life)
    if recipe.policy == "off":
        return observe_life(_source(recipe, seat, cast), cast, specs, asked, path)
    life = compose(recipe, seat, written_by(recipe, cast))
    return observe_life_on_policy(
        lambda trial, recall: live(
            life, cast.at(trial=trial), recall=recall, accept=_accept(recipe, life)
        ),
        cast,
        specs,
        asked,
        path,
    )


def written_by(recipe: Recipe, cast: Cast) -> Cast | None:
    """The cast that writes lives, if the recipe names somebody for that; None for the script.

    A ``default`` does not reach these roles: whoever wants other people's lives says so.
    """
    return cast if {SKELETON_WRITER.name, TRANSITION_NARRATOR.name} & set(recipe.cast) else None


def _live(recipe: Recipe, seat: Seat, folder: RunFolder, casts: Casts) -> tuple[Took, ...]:
    began, path = perf_counter(), folder.journal(seat.life)
    episodes.recall(folder.path)
    cast = casts(Place(life=seat.life))
    try:
        journal.write(path, observe(recipe, seat, lambda _: cast))
    except RoleFailed as failed:
        journal.write(path, _not_lived(compose(recipe, seat), failed, cast))
    lived = Took("lived", perf_counter() - began)
    return lived, *(Took(at.phase, took, at.trial, n) for at, n, took in cast.book.times())


def _not_lived(life: Life, failed: RoleFailed, cast: Cast) -> Iterator[Record]:
    """The journal of a life that could not be lived to its end: why not, and what it used up.

    Nothing else of it is kept. What was asked up to there would stand for the whole life.
    """
    yield life_record(life)
    yield failure_record(life, "", LIFE, str(failed), failed.raw)
    yield from usage_records(life.id, cast.book)


def _source(recipe: Recipe, seat: Seat, cast: Cast) -> Source:
    if recipe.corpus is not None:
        from experiments.datasets import open_corpus

        return open_corpus(recipe.corpus).user(seat.life)
    return living(recipe, seat, cast)


def living(recipe: Recipe, seat: Seat, cast: Cast) -> Living:
    """A simulated life, ready to be lived; in words that were said before where there are any."""
    life, told = compose(recipe, seat, written_by(recipe, cast)), None
    if recipe.dialogues is not None:
        from experiments.dialogues import Dialogues

        told = Dialogues.open(Path(recipe.dialogues)).told(seat.life)
    return live(life, cast, accept=_accept(recipe, life), told=told)


def _accept(recipe: Recipe, life: Life) -> Accept | None:
    """The audit of what models say; the scripted user keeps to the plan."""
    if recipe.lives is None or not recipe.lives.verified or is_scripted(recipe.cast):
        return None
    from experiments.auditing import acceptance

    return acceptance(world_of(recipe, life), recipe.lives.storyline.get("explicitness", 0))
