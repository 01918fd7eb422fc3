"""The port of tables: take in one life after another, give rows as soon as they are known."""

from __future__ import annotations

from abc import ABC
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from experiments.tables.testimony import Testimony
from experiments.trials import TrialSpec
from sim.seeds import Part

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Trials:
    """The trials of a run by name, and the path that its bootstrap is seeded by."""

    specs: dict[str, TrialSpec]
    seed_path: tuple[Part, ...]

    @classmethod
    def of(cls, specs: Sequence[TrialSpec], *seed_path: Part) -> Trials:
        """The trials of a recipe."""
        return cls({spec.name: spec for spec in specs}, seed_path)

    def parts(self, trial: str) -> Row:
        """Gate, backend, budget and reader of a trial, as its name spells them."""
        backend, gate, budget, reader = trial.split(" | ")
        return {"gate": gate, "backend": backend, "budget": budget, "reader": reader}


class Table(ABC):
    """One table of a run. Lives come in the order of their names."""

    name: ClassVar[str]

    def __init__(self, trials: Trials) -> None:
        self.trials = trials

    def take(self, life: Testimony) -> Iterable[Row]:  # noqa: ARG002
        """Take in a life; the rows that are about it alone, in any order."""
        return ()

    def rest(self) -> Iterable[Row]:
        """The rows about all lives together."""
        return ()
