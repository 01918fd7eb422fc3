"""``retention``: the share of needed facts in store, month by month (PerMem-Bench, section 4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from experiments.tables.base import Row, Table, Trials
from experiments.tables.cells import Cells
from experiments.tables.testimony import Testimony

ALL = "all"
Key = tuple[str, str, int]  # trial, kind, month (1 is the first)


class Retention(Table):
    """One row a trial, kind of fact and month; ``facts`` is how many were needed that month."""

    name = "retention"

    def __init__(self, trials: Trials) -> None:
        super().__init__(trials)
        self._cells: Cells[Key] = Cells()

    def take(self, life: Testimony) -> Iterable[Row]:
        """Count a life's facts."""
        self._cells.begin_life()
        for record in life.of("retention"):
            for month, (present, required) in record["by_month"].items():
                for kind in (record["kind"], ALL):
                    cell = self._cells.at((record["trial"], kind, int(month)))
                    cell.asked += 1
                    cell.add(self._cells.life, present, required)
        return ()

    def rest(self) -> Iterator[Row]:
        """The rows."""
        keys = sorted(self._cells.cells)
        bounds = self._cells.intervals(keys, *self.trials.seed_path, "retention")
        for key in keys:
            trial, kind, month = key
            cell = self._cells.at(key)
            yield {
                "trial": trial,
                "kind": kind,
                "month": month,
                "facts": cell.asked,
                "required": int(sum(both[1] for both in cell.sums.values())),
                "present": int(sum(both[0] for both in cell.sums.values())),
                "rate": cell.mean,
                "low": bounds[key].low,
                "high": bounds[key].high,
            }
