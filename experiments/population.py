"""A recipe as a Mesa population: one agent a life, one step a checkpoint, figures of every trial.

For a live view, and for ``mesa.batch_run``, which makes models from plain keywords::

    mesa.batch_run(RecipePopulation, {"recipe": "quickstart", "lives": 3, "seed": [1, 2, 3]})

Importing this module is cheap; the class is made when it is asked for, as Mesa takes seconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from experiments.lives import Seat, checkpoints, seats
from sim.clock import Calendar, Minutes
from sim.snapshots import Snapshot

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from experiments.recipe import Recipe
    from sim.population import Population

    RecipePopulation: type[Population[Place]]

FIGURES = ("sessions", "stored", "entries")

__all__ = ["FIGURES", "Place", "RecipePopulation", "collected", "figure", "places", "snapshots"]


@dataclass(frozen=True, slots=True)
class Place:
    """A life as a population sees it: its name, calendar and checkpoints; ``seat`` to live it."""

    id: str
    calendar: Calendar
    checkpoints: tuple[Minutes, ...]
    seat: Seat | None = None

    @classmethod
    def of(cls, life: Mapping[str, Any]) -> Place:
        """From the ``life`` record of a journal."""
        calendar = Calendar(datetime.fromisoformat(life["started_at"]))
        return cls(life["life"], calendar, tuple(life["checkpoints"]))


def figure(what: str, trial: str) -> str:
    """What a figure of a trial is called in snapshots and collected data.

    >>> figure("entries", "none | universal | unlimited | ideal")
    'entries: none | universal | unlimited | ideal'
    """
    return f"{what}: {trial}"


def snapshots(records: Iterable[Mapping[str, Any]], trials: Sequence[str]) -> Iterator[Snapshot]:
    """The snapshots of one life, from its journal records as they arise, one a checkpoint.

    For every trial: sessions so far, how many of them were stored, and entries in the store.
    On-policy the trials live one after another, so all snapshots come at the end.
    """
    now = {figure(what, trial): 0 for trial in trials for what in FIGURES}
    apart: dict[str, list[dict[str, int]]] = {}
    for record in records:
        if record["record"] == "session":
            for trial in [record["policy"]] if record["policy"] else trials:
                now[figure("sessions", trial)] += 1
        elif record["record"] == "write":
            _note_write(now, record)
        elif record["record"] == "moment" and record["what"] == "checkpoint":
            if not record["policy"]:
                yield dict(now)
            else:
                own = {figure(what, record["policy"]) for what in FIGURES}
                left = {name: value for name, value in now.items() if name in own}
                apart.setdefault(record["policy"], []).append(left)
    for same in zip(*apart.values(), strict=True):
        yield {name: value for part in same for name, value in part.items()}


def _note_write(now: dict[str, int], record: Mapping[str, Any]) -> None:
    now[figure("stored", record["trial"])] += bool(record["stored"])
    if record["entries"] is not None:
        now[figure("entries", record["trial"])] = record["entries"]


def collected(
    left: Sequence[tuple[Place, Sequence[Snapshot]]], trials: Sequence[str]
) -> Iterator[dict[str, Any]]:
    """What a population's data collector has seen of finished lives: a row a life and trial."""
    from sim.population import Population

    if not left:
        return
    names = [figure(what, trial) for trial in trials for what in FIGURES]
    model: Population[Place] = Population([place for place, _ in left], scalars=names)
    for place, taken in left:
        for number, snapshot in enumerate(taken, start=1):
            model.leave(place.id, number, snapshot)
    frame = model.run().datacollector.get_agent_vars_dataframe()
    for (step, _), row in zip(frame.index, frame.to_dict("records"), strict=True):
        if step:  # step 0 is the beginning, before any snapshot
            yield from _rows(step, model.dates[step - 1], row, trials)


def _rows(
    checkpoint: int, date: datetime, seen: Mapping[str, Any], trials: Sequence[str]
) -> Iterator[dict[str, Any]]:
    for trial in trials:
        counts = {what: int(seen[figure(what, trial)]) for what in FIGURES}
        yield {
            "checkpoint": int(checkpoint),
            "date": date.isoformat(),
            "life": seen["life"],
            "trial": trial,
            **counts,
        }


def places(recipe: Recipe) -> list[Place]:
    """The lives of a recipe with their checkpoints, in its order."""
    if recipe.lives is None:
        return [_recorded(str(recipe.corpus), seat) for seat in seats(recipe)]
    calendar = Calendar(datetime.combine(recipe.lives.start, time()))
    dates = checkpoints(recipe.lives, calendar)
    return [Place(seat.life, calendar, dates, seat) for seat in seats(recipe)]


def _recorded(folder: str, seat: Seat) -> Place:
    from experiments.datasets import open_corpus

    life = open_corpus(folder).user(seat.life).life
    return Place(life.id, life.calendar, life.checkpoints, seat)


def _observed(place: Place, *, recipe: Recipe, trials: Sequence[str]) -> Iterator[Snapshot]:
    from experiments.running.unit import observe

    seat = place.seat or Seat(place.id)
    return snapshots(observe(recipe, seat), trials)


@cache
def _model() -> type[Population[Place]]:
    """The class itself, once somebody wants it."""
    from experiments.recipe import check, load_recipe
    from experiments.recipe.trials import trials as trials_of
    from sim.population import Population

    class RecipePopulation(Population[Place]):
        """The lives of a recipe, lived step by step in front of all its trials.

        Args:
            recipe: A recipe's name, path, mapping, or the recipe itself.
            lives: How many, if not as many as the recipe says.
            seed: The seed of all randomness, if not the recipe's.
            set: One or more overrides such as ``"lives.months=3"``.
            executor: Where lives run ahead; in place if None.

        """

        def __init__(
            self,
            recipe: Any = "quickstart",
            lives: int | None = None,
            seed: int | None = None,
            set: Sequence[str] | str = (),  # noqa: A002  (the name of the option everywhere else)
            executor: Executor | None = None,
        ) -> None:
            changes = [set] if isinstance(set, str) else list(set)
            changes += [] if lives is None else [f"lives.count={lives}"]
            changes += [] if seed is None else [f"seed={seed}"]
            self.recipe = load_recipe(recipe, changes)
            check(self.recipe)
            self.trials = [spec.name for spec in trials_of(self.recipe)]
            super().__init__(
                places(self.recipe),
                scalars=[figure(what, trial) for trial in self.trials for what in FIGURES],
                observe=partial(_observed, recipe=self.recipe, trials=self.trials),
                executor=executor,
                seed=self.recipe.seed,
            )

    RecipePopulation.__module__, RecipePopulation.__qualname__ = __name__, "RecipePopulation"
    return RecipePopulation


def __getattr__(name: str) -> object:
    if name == "RecipePopulation":
        return _model()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
