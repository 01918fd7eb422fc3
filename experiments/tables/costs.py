"""``costs``: calls, tokens and dollars by trial, role, phase and player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from experiments.tables.base import Row, Table, Trials
from experiments.tables.testimony import Testimony

KEY = ("trial", "role", "phase", "player")
SUMS = ("calls", "tokens_read", "tokens_written")


class Costs(Table):
    """Sums over all lives. The trial is empty where a call served all trials alike (dialogue)."""

    name = "costs"
    counts_failed = True

    def __init__(self, trials: Trials) -> None:
        super().__init__(trials)
        self._sums: dict[tuple[str, ...], list[int]] = {}
        self._estimated: dict[tuple[str, ...], bool] = {}

    def take(self, life: Testimony) -> Iterable[Row]:
        """Add what a life used up, and what judging it did."""
        usage = [record for record in life.judging if record["record"] == "usage"]
        for record in (*life.of("usage"), *usage):
            key = tuple(record[name] for name in KEY)
            sums = self._sums.setdefault(key, [0] * len(SUMS))
            for place, name in enumerate(SUMS):
                sums[place] += record[name]
            self._estimated[key] = self._estimated.get(key, False) or record["estimated"]
        return ()

    def rest(self) -> Iterator[Row]:
        """The rows."""
        for key, sums in self._sums.items():
            named = dict(zip(KEY, key, strict=True))
            counted = dict(zip(SUMS, sums, strict=True))
            usd = self.trials.usd(
                named["player"], counted["tokens_read"], counted["tokens_written"]
            )
            yield {**named, **counted, "estimated": self._estimated[key], "usd": usd}
