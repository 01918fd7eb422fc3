"""A life as an errand to a machine elsewhere: what travels there, and what comes back.

There travel the recipe, the life's seat, what the coordinator sifted beforehand, and the identity
of the run. Back come the journal and the verdicts as bytes; the coordinator alone writes them into
the run's folder, so that no folder has to be shared.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

from experiments.filler.known import FILE as SIFTED
from experiments.folder import RunFolder
from experiments.lives import Seat
from experiments.recipe import identify
from experiments.recipe.schema import Recipe
from experiments.running.unit import Done, finish
from sim import journal
from sim.errors import Misuse

BESIDE = (SIFTED,)
"""The files of a run's folder that a life needs."""


@dataclass(frozen=True, slots=True)
class Luggage:
    """What every errand of a run takes along. ``recipe`` is its JSON, ``beside`` file contents."""

    recipe: str
    identity: str
    beside: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Brought:
    """What an errand brings back."""

    done: Done
    journal: bytes
    verdicts: bytes


def packed(recipe: Recipe, folder: Path) -> Luggage:
    """What the lives of a run need, wherever they are lived."""
    there = [(name, folder / name) for name in BESIDE if (folder / name).is_file()]
    beside = tuple((name, path.read_text(encoding="utf-8")) for name, path in there)
    return Luggage(recipe.model_dump_json(), identify(recipe).hash, beside)


def run_errand(seat: Seat, *, luggage: Luggage) -> Brought:
    """On the machine elsewhere: live and judge a life, and bring back what was written.

    Raises Misuse when this machine has another version of the code, or of a file that the recipe
    names, than the coordinator: its lives would not be the same.
    """
    room = _room(luggage)
    done = finish(room.recipe, seat, room.folder.path)
    written = room.folder.journal(seat.life), room.folder.verdicts_of(seat.life)
    brought = Brought(done, *(path.read_bytes() for path in written))
    for path in written:
        path.unlink()
    return brought


def put_down(brought: Brought, folder: RunFolder) -> Done:
    """At the coordinator: the files of a life in their places, the verdicts last."""
    life = brought.done.life
    journal.put(folder.journal(life), brought.journal)
    journal.put(folder.verdicts_of(life), brought.verdicts)
    return brought.done


def errands(recipe: Recipe, folder: RunFolder) -> partial[Brought]:
    """The unit of work for machines elsewhere."""
    return partial(run_errand, luggage=packed(recipe, folder.path))


@dataclass(frozen=True, slots=True)
class _Room:
    """Where a worker lives the lives of one run."""

    recipe: Recipe
    folder: RunFolder


@lru_cache(maxsize=4)  # once a run and process, not once a life
def _room(luggage: Luggage) -> _Room:
    recipe = Recipe.model_validate_json(luggage.recipe)
    if identify(recipe).hash != luggage.identity:
        raise Misuse(
            "a worker has another version of Lifeworld, or of a file that the recipe names, than "
            "the machine that coordinates the run: install the same and copy the same files there"
        )
    folder = RunFolder(Path(tempfile.mkdtemp(prefix="lifeworld-")))
    atexit.register(shutil.rmtree, folder.path, ignore_errors=True)
    folder.prepare()
    for name, text in luggage.beside:
        (folder.path / name).write_text(text, encoding="utf-8")
    return _Room(recipe, folder)
