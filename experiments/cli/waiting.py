"""How long lives take that wait for a model, beside what the waiting alone would take."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from experiments.folder import RunFolder
    from experiments.recipe import Recipe
    from experiments.running.crew import Crew


@dataclass(frozen=True, slots=True)
class Waited:
    """Seconds on the wall, of the processor, and of waiting alone; and the calls that were made."""

    wall: float
    cpu: float
    ideal: float
    calls: int


def waited(lives: int, latency: float) -> Waited:
    """Live so many lives, all at once, against a model that takes ``latency`` seconds a call.

    The ideal is the waiting of the life that makes the most calls.
    """
    from experiments.folder import RunFolder
    from experiments.recipe import load_recipe
    from experiments.running.casting import company
    from experiments.running.crew import Crew, Engine

    with _model(latency) as url, tempfile.TemporaryDirectory() as name:
        cast = f"cast={{default: 'openai-compatible:any@{url}'}}"
        changes = [cast, f"lives.count={lives}", "lives.personas=library"]
        changes.append(f"limits.at_once={lives}")
        recipe = load_recipe("quickstart_model", changes)
        folder = RunFolder(Path(name))
        folder.prepare()
        with company(recipe, folder, recipe.cast, "use") as playing:
            began = perf_counter(), process_time()
            made = _lived(recipe, folder, Crew(Engine(), playing))
            wall, cpu = perf_counter() - began[0], process_time() - began[1]
    return Waited(wall, cpu, max(made) * latency, sum(made))


def _lived(recipe: Recipe, folder: RunFolder, crew: Crew) -> list[int]:
    """Live and judge; how many calls each life made."""
    from experiments.lives import seats
    from experiments.running.unit import finish

    wanted = list(seats(recipe))
    unit = partial(_finish, finish, recipe, folder.path, crew.casts)
    for _ in crew.work(unit, wanted):
        pass
    return [_calls(folder, seat.life) for seat in wanted]


def _finish(finish: Any, recipe: Recipe, path: Path, casts: Any, seat: Any) -> object:
    return finish(recipe, seat, path, casts)


def _calls(folder: RunFolder, life: str) -> int:
    from sim import journal

    records = (*journal.read(folder.journal(life)), *journal.read(folder.verdicts_of(life)))
    return sum(record["calls"] for record in records if record["record"] == "usage")


@contextmanager
def _model(latency: float) -> Iterator[str]:
    """The URL of a stand-in that runs as a process of its own."""
    command = [sys.executable, "-m", "experiments.cli.stand_in", str(latency)]
    with subprocess.Popen(  # noqa: S603
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdin is not None  # noqa: S101
        assert running.stdout is not None  # noqa: S101
        try:
            yield running.stdout.readline().strip()
        finally:
            running.stdin.close()
            running.wait()
