"""What ``lifeworld bench`` measures, each beside the figure that is aimed at (two cores)."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from experiments.cli.output import Row

CORE_RATE, GRAPH_RATE = 1000.0, 200.0  # sessions a second and core
QUICKSTART_SECONDS, QUICKSTART_MEMORY = 25.0, 1200.0
GROWTH = 1.1  # of memory, from some lives to four times as many
MODEL_SECONDS, WAITING, CALL_RATE = 0.05, 1.3, 300.0  # calls a second and core
LATER_QUESTION = 0.5  # of the first question's time: the index is not built again


@dataclass(frozen=True, slots=True)
class Aim:
    """A figure, what is aimed at, and whether more or less of it is better."""

    what: str
    value: float
    unit: str
    aim: float
    more: bool

    def row(self) -> Row:
        """The figure as a row."""
        reached = self.value >= self.aim if self.more else self.value <= self.aim
        bound = f"{'at least' if self.more else 'at most'} {self.aim:g}"
        return {
            "what": self.what,
            "value": round(self.value, 3),
            "unit": self.unit,
            "aim": bound,
            "reached": reached,
        }


def measure(name: str, *, lives: int) -> list[Row]:
    """The rows of one measurement."""
    return [aim.row() for aim in MEASURES[name](lives)]


def _inline(lives: int) -> Iterator[Aim]:
    yield Aim(
        "sessions, inline engine", _rate(lives, "inline"), "a core-second", CORE_RATE, more=True
    )


def _langgraph(lives: int) -> Iterator[Aim]:
    rate = _rate(max(1, lives // 3), "langgraph")
    yield Aim("sessions, LangGraph engine", rate, "a core-second", GRAPH_RATE, more=True)


def _rate(count: int, engine: str) -> float:
    """Sessions a second of one core, of lives that nobody observes.

    Composing lives is not counted, nor what a process does once (imports, compiling the graph).
    """
    from sim.cast import Cast
    from sim.moments import SessionHeld
    from sim.timeline import live

    composed = list(_composed(count, engine))
    next(iter(live(composed[0], Cast())))
    began = process_time()
    held = sum(isinstance(m, SessionHeld) for life in composed for m in live(life, Cast()))
    return held / (process_time() - began)


def _composed(count: int, engine: str) -> Iterator[Any]:
    from experiments.lives import compose, seats
    from experiments.recipe import load_recipe

    changes = [f"lives.count={count}", f"lives.engine={engine}"]
    recipe = load_recipe("quickstart", changes)
    return (compose(recipe, seat) for seat in seats(recipe))


def _dialogue(lives: int) -> Iterator[Aim]:  # noqa: ARG001
    """Turns the user speaks with one trial and with all: a trial more makes no dialogue anew."""
    from experiments.recipe import load_recipe
    from experiments.recipe.trials import trials

    specs = trials(load_recipe("quickstart"))
    one, many = (_user_turns(specs[:1]), _user_turns(specs))
    yield Aim(f"user turns, {len(specs)} trials to 1", many / one, "times", 1.0, more=False)


def _user_turns(specs: list[Any]) -> int:
    from experiments.observe import observe_life
    from sim.cast import Cast
    from sim.timeline import live

    cast, life = Cast(), next(_composed(1, "inline"))
    for _ in observe_life(live(life, cast), cast, specs, [], ("bench",)):
        pass
    return sum(line.calls for line in cast.book.lines() if line.role == "user")


def _questions(lives: int) -> Iterator[Aim]:
    """The first question after a session builds the index, the others use it."""
    import memory_backends
    from sim.cast import Cast
    from sim.moments import SessionHeld
    from sim.timeline import live

    memory, last = memory_backends.create("bm25", user_id="bench"), None
    for life in _composed(lives, "inline"):
        for moment in live(life, Cast()):
            if isinstance(moment, SessionHeld):
                memory.add(moment.session)
                last = moment.session
    assert last is not None  # noqa: S101
    times = [_seconds(lambda: memory.search(last.text, k=10, at=last.ended_at)) for _ in range(9)]
    later = sorted(times[1:])[4]
    yield Aim("later question to the first (bm25)", later / times[0], "times", LATER_QUESTION,
              more=False)  # fmt: skip


def _seconds(call: Callable[[], object]) -> float:
    began = perf_counter()
    call()
    return perf_counter() - began


def _quickstart(lives: int) -> Iterator[Aim]:  # noqa: ARG001
    from experiments.cli.watching import watched

    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "experiments.cli", "quickstart", "--out", f"{folder}/run"]
        seconds, megabytes = watched(command)
    yield Aim("quickstart", seconds, "seconds", QUICKSTART_SECONDS, more=False)
    yield Aim("memory of quickstart", megabytes, "MB", QUICKSTART_MEMORY, more=False)


def _growth(lives: int) -> Iterator[Aim]:
    """Peak memory of a run over four times as many lives, one worker."""
    few, many = (_peak(count) for count in (lives, 4 * lives))
    yield Aim(f"memory, {4 * lives} lives to {lives}", many / few, "times", GROWTH,
              more=False)  # fmt: skip


def _peak(lives: int) -> float:
    from experiments.cli.watching import watched

    with tempfile.TemporaryDirectory() as folder:
        changes = [f"lives.count={lives}", "trials=[{backend: bm25, budget: 60}]"]
        command = [
            sys.executable, "-m", "experiments.cli", "run", "quickstart", "--workers", "1",
            "--out", str(Path(folder) / "run"), *(p for c in changes for p in ("--set", c)),
        ]  # fmt: skip
        return watched(command)[1]


def _models(lives: int) -> Iterator[Aim]:
    """Lives that wait for a model, against the time that the model alone would take."""
    from experiments.cli.waiting import waited

    found = waited(lives, MODEL_SECONDS)
    ratio = found.wall / found.ideal
    yield Aim(f"{lives} lives on a 50 ms model to the ideal", ratio, "times", WAITING, more=False)
    yield Aim("model calls", found.calls / found.cpu, "a core-second", CALL_RATE, more=True)


MEASURES: dict[str, Callable[[int], Iterator[Aim]]] = {
    "inline engine": _inline,
    "LangGraph engine": _langgraph,
    "dialogue": _dialogue,
    "questions": _questions,
    "quickstart": _quickstart,
    "memory": _growth,
    "models": _models,
}
