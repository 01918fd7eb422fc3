"""``population``: lives side by side, checkpoint by checkpoint, as Mesa's collector saw them."""

from __future__ import annotations

from collections.abc import Iterable

from experiments.population import Place, collected, snapshots
from experiments.tables.base import Row, Table, Trials
from experiments.tables.testimony import Testimony
from sim.snapshots import Snapshot


class PopulationTable(Table):
    """One row a checkpoint, life and trial. Lives leave their snapshots; Mesa's clock collects."""

    name = "population"

    def __init__(self, trials: Trials) -> None:
        super().__init__(trials)
        self._left: list[tuple[Place, list[Snapshot]]] = []

    def take(self, life: Testimony) -> Iterable[Row]:
        """The snapshots that a life has left."""
        taken = list(snapshots(life.records, list(self.trials.specs)))
        self._left.append((Place.of(life.life), taken))
        return ()

    def rest(self) -> Iterable[Row]:
        """The rows, as the population's data collector has them."""
        return collected(self._left, list(self.trials.specs))
