"""``gating``: how well gates tell long-horizon sessions from others (PerMem-Bench, section 4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from experiments.statistics import Interval
from experiments.tables.base import Row, Table, Trials
from experiments.tables.cells import Cell, Cells
from experiments.tables.testimony import Testimony

PERIODS = ("all", "before_shift", "after_shift")


class Counts(NamedTuple):
    """Decisions about sessions; a long-horizon session is a positive."""

    tp: int = 0
    fp: int = 0
    tn: int = 0
    fn: int = 0

    def plus(self, *, stored: bool, wanted: bool) -> Counts:
        """One decision more."""
        one = (stored and wanted, stored and not wanted, not stored and not wanted,
               wanted and not stored)  # fmt: skip
        return Counts(*(count + bool(new) for count, new in zip(self, one, strict=True)))


class Gating(Table):
    """One row a trial and period; the periods around a shift only where there was one.

    Undefined measures are null. F1 is 0 when nothing was rightly stored although there was
    something to store or something stored; its interval is bootstrapped over lives.
    """

    name = "gating"

    def __init__(self, trials: Trials) -> None:
        super().__init__(trials)
        self._counts: dict[tuple[str, str], Counts] = {}
        self._f1: Cells[tuple[str, str]] = Cells()

    def take(self, life: Testimony) -> Iterable[Row]:
        """Count a life's decisions; one that failed is none."""
        self._f1.begin_life()
        for write in life.of("write"):
            if write["stored"] is not None:
                period = life.session(write["trial"], write["session"])["period"]
                for name in ("all", "after_shift" if period else "before_shift"):
                    self._count((write["trial"], name), write["stored"], write["wanted"])
        return ()

    def rest(self) -> Iterator[Row]:
        """The rows."""
        shifted = any(period == "after_shift" for _, period in self._counts)
        keys = sorted(key for key in self._counts if shifted or key[1] == "all")
        bounds = self._f1.intervals(keys, *self.trials.seed_path, "gating")
        for trial, period in keys:
            yield self._row(trial, period, self._counts[trial, period], bounds[trial, period])

    def _count(self, key: tuple[str, str], stored: bool, wanted: bool) -> None:
        counts = self._counts.get(key, Counts()).plus(stored=stored, wanted=wanted)
        self._counts[key] = counts
        cell: Cell = self._f1.at(key)
        cell.add(self._f1.life, 2.0 * (stored and wanted), float(stored) + float(wanted))

    def _row(self, trial: str, period: str, counts: Counts, bounds: Interval) -> Row:
        tp, fp, tn, fn = counts
        f1 = ratio(2 * tp, 2 * tp + fp + fn)
        low, high = (bounds.low, bounds.high) if f1 is not None else (None, None)
        return {
            "trial": trial,
            "gate": self.trials.parts(trial)["gate"],
            "period": period,
            "decided": sum(counts),
            **counts._asdict(),
            "precision": ratio(tp, tp + fp),
            "recall": ratio(tp, tp + fn),
            "f1": f1,
            "fnr": ratio(fn, tp + fn),
            "fpr": ratio(fp, fp + tn),
            "f1_low": low,
            "f1_high": high,
        }


def ratio(part: int, whole: int) -> float | None:
    """A share, or None of nothing.

    >>> ratio(1, 4), ratio(0, 0)
    (0.25, None)
    """
    return part / whole if whole else None
