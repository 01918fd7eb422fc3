"""``stages``: what a life costs a trial, split as MEME splits it: ingest, retrieve, answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from experiments.tables.base import Row, Table, Trials
from experiments.tables.testimony import Testimony

STAGE_OF: Mapping[str, str] = {
    "gate": "ingest",
    "ingest": "ingest",
    "retrieve": "retrieve",
    "answer": "answer",
}
"""The stage a phase of the cast belongs to; dialogue and judging are no cost of a memory."""
STAGES = ("answer", "ingest", "retrieve")
SUMS = ("calls", "tokens_read", "tokens_written")


class Stages(Table):
    """Means over lives; a stage in which no role of the cast was asked costs nothing."""

    name = "stages"

    def __init__(self, trials: Trials) -> None:
        super().__init__(trials)
        self._lives = 0
        keys = [(trial, stage) for trial in trials.specs for stage in STAGES]
        self._sums = {key: dict.fromkeys(SUMS, 0) for key in keys}
        self._estimated = dict.fromkeys(keys, False)
        self._usd: dict[tuple[str, str], float | None] = dict.fromkeys(keys, 0.0)

    def take(self, life: Testimony) -> Iterable[Row]:
        """Add what the trials used up in a life."""
        self._lives += 1
        for record in life.of("usage"):
            key = (record["trial"], STAGE_OF.get(record["phase"], ""))
            if key in self._sums:
                for name in SUMS:
                    self._sums[key][name] += record[name]
                self._estimated[key] |= record["estimated"] and bool(record["calls"])
                self._pay(key, record)
        return ()

    def _pay(self, key: tuple[str, str], record: Row) -> None:
        """Add what a role cost; once a price is not known, the sum is not known either."""
        so_far = self._usd[key]
        usd = self.trials.usd(record["player"], record["tokens_read"], record["tokens_written"])
        self._usd[key] = None if so_far is None or usd is None else so_far + usd

    def rest(self) -> Iterator[Row]:
        """The rows."""
        for (trial, stage), sums in self._sums.items() if self._lives else ():
            means = {name: sums[name] / self._lives for name in SUMS}
            usd = self._usd[trial, stage]
            yield {
                "trial": trial,
                "stage": stage,
                "lives": self._lives,
                **means,
                "estimated": self._estimated[trial, stage],
                "usd": None if usd is None else usd / self._lives,
            }
