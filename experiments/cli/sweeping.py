"""``lifeworld run`` with a recipe that varies something: its cells, and what came of each."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from experiments.cli.output import Row, say, show
from experiments.cli.progress import Progress

if TYPE_CHECKING:
    from experiments.recipe import Recipe
    from experiments.running import Engine
    from experiments.sweeps import Sweep
    from sim.cast.cache import Mode

HEADLINES = {"dependency": "filtered", "retention": "retention_rate"}
"""The measure of each study that the first screen shows, over all kinds."""


def carry_out(
    recipe: Recipe,
    out: Path | None,
    engine: Engine,
    cache: Mode,
    *,
    estimate: bool = False,
    json_: bool = False,
) -> None:
    """Carry out a sweep into a folder; without one only say what its cells would do or ask."""
    if out is None:
        rows = list(_planned(recipe, estimate=estimate))
        show(rows, json_=json_, empty="no model would be asked: all is scripted")
        return
    from experiments.sweeps import sweep

    with Progress("living") as bar:
        done = sweep(
            recipe,
            out,
            engine=engine,
            progress=lambda step: bar.reach(step.phase, step.done, step.total, step.what),
            cache=cache,
        )
    show(headlines(done), json_=json_, empty="nothing was scored")
    if not json_:
        say(f"cells: {len(done.runs)} runs with a report each in {out / 'cells'}")
        say(f"all scores of all cells: {out / 'comparison.parquet'}")


def _planned(recipe: Recipe, *, estimate: bool) -> Any:
    """The cells in order, each with the rows that its own run would have."""
    from experiments.cli.planning import plan_rows
    from experiments.cli.spending import expected_rows
    from experiments.sweeps import cells

    for cell in cells(recipe):
        rows = expected_rows(cell.recipe) if estimate else plan_rows(cell.recipe)
        yield from ({"cell": cell.name, **row} for row in rows)


def headlines(done: Sweep) -> list[Row]:
    """One row a cell, trial and study; with repeats one for all of them, with their deviation."""
    from experiments.sweeps import REPEAT

    runs = list(done.comparison.columns)
    table = done.repeats if REPEAT in runs else done.comparison
    chosen = table[(table["kind"] == "all") & table["measure"].isin(HEADLINES.values())]
    left_out = ("gate", "backend", "budget", "reader", "kind", "answered", "scored", "asked")
    shown = chosen.drop(columns=[column for column in left_out if column in table])
    return [{str(name): value for name, value in row.items()} for row in shown.to_dict("records")]
