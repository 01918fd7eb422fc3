"""The port of tables: take in one life after another, give rows as soon as they are known."""

from __future__ import annotations

from abc import ABC
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from experiments.tables.testimony import Testimony
from experiments.trials import TrialSpec
from sim.cast.cast import Scripted
from sim.cast.prices import Prices
from sim.seeds import Part

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Trials:
    """The trials of a run by name, the path its bootstrap is seeded by, and what models cost."""

    specs: dict[str, TrialSpec]
    seed_path: tuple[Part, ...]
    prices: Prices = field(default_factory=Prices)

    @classmethod
    def of(
        cls, specs: Sequence[TrialSpec], *seed_path: Part, prices: Prices | None = None
    ) -> Trials:
        """The trials of a recipe."""
        return cls({spec.name: spec for spec in specs}, seed_path, prices or Prices())

    def usd(self, player: str, tokens_read: int, tokens_written: int) -> float | None:
        """What a player's tokens cost in dollars; a script costs nothing, an unknown model None."""
        if player == Scripted().name:
            return 0.0
        price = self.prices.of(player)
        return None if price is None else price.of(tokens_read, tokens_written)

    def parts(self, trial: str) -> Row:
        """Gate, backend, budget and reader of a trial, as its name spells them."""
        backend, gate, budget, reader = trial.split(" | ")
        return {"gate": gate, "backend": backend, "budget": budget, "reader": reader}


class Table(ABC):
    """One table of a run. Lives come in the order of their names.

    A life that could not be lived to its end comes only to tables that count it all the same.
    """

    name: ClassVar[str]
    counts_failed: ClassVar[bool] = False

    def __init__(self, trials: Trials) -> None:
        self.trials = trials

    def take(self, life: Testimony) -> Iterable[Row]:  # noqa: ARG002
        """Take in a life; the rows that are about it alone, in any order."""
        return ()

    def rest(self) -> Iterable[Row]:
        """The rows about all lives together."""
        return ()
