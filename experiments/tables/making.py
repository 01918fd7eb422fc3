"""Building all tables from a run's journals: one pass, one life in memory at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from experiments.folder import RunFolder
from experiments.recipe import Recipe
from experiments.recipe.trials import trials
from experiments.running.casting import known_prices
from experiments.tables import timings
from experiments.tables.base import Table, Trials
from experiments.tables.catalogue import TABLES
from experiments.tables.comparisons import Comparisons
from experiments.tables.costs import Costs
from experiments.tables.failures import Failures
from experiments.tables.funnel import Funnel
from experiments.tables.gap import Gap
from experiments.tables.gating import Gating
from experiments.tables.lives import Lives
from experiments.tables.parquet import ParquetWriter
from experiments.tables.population import PopulationTable
from experiments.tables.probes import Probes
from experiments.tables.retention import Retention
from experiments.tables.scores import Scores
from experiments.tables.sessions import Sessions
from experiments.tables.shift import Shift
from experiments.tables.stages import Stages
from experiments.tables.testimony import Testimony
from experiments.tables.writes import Writes

KINDS: tuple[type[Table], ...] = (
    Comparisons, Costs, Failures, Funnel, Gap, Gating, Lives, PopulationTable, Probes, Retention,
    Scores, Sessions, Shift, Stages, Writes,
)  # fmt: skip
Told = Callable[[int, int], None]


def build(folder: RunFolder, recipe: Recipe, told: Told = lambda done, total: None) -> None:  # noqa: ARG005
    """Make every table of a run anew; the old ones stay until the new ones are complete.

    Raises BadData or JournalMismatch for a journal that is damaged or in another format.
    """
    specs = Trials.of(trials(recipe), recipe.seed, prices=known_prices(recipe))
    tables, lives = [kind(specs) for kind in KINDS], folder.done()
    with _writers(folder, tables) as writers:
        for done, life in enumerate(lives, start=1):
            testimony = Testimony.read(folder, life)
            for table in tables:
                if table.counts_failed or not testimony.failed:
                    writers[table.name].write(table.take(testimony))
            told(done, len(lives))
        for table in tables:
            writers[table.name].write(table.rest())
        writers["timings"].write(timings.rows(folder.seconds()))


@contextmanager
def _writers(folder: RunFolder, tables: Sequence[Table]) -> Iterator[dict[str, ParquetWriter]]:
    """A writer a table; all files are put in place at the end, or none."""
    names = [*(table.name for table in tables), "timings"]
    writers = {
        name: ParquetWriter(folder.tables / f"{name}.parquet", TABLES[name]) for name in names
    }
    try:
        yield writers
    except BaseException:
        for writer in writers.values():
            writer.abandon()
        raise
    for writer in writers.values():
        writer.close()
