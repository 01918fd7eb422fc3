"""How each memory does by kind of question: a figure, or a table where there are many of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pandas as pd

from experiments.report.wording import SERIES, kind_name, number

FEW = len(SERIES) + 2  # memories and controls that colours can tell apart in one figure


@dataclass(frozen=True, slots=True)
class Share:
    """One cell: the share right, and its interval with it."""

    mean: float
    low: float
    high: float

    @property
    def text(self) -> str:
        """The share with two digits."""
        return number(self.mean)

    @property
    def span(self) -> str:
        """The interval in words."""
        return f"95% interval {number(self.low)} to {number(self.high)}"

    @property
    def shade(self) -> int:
        """How dark the cell is, in percent; a dark one stays readable."""
        return round(55 * min(max(self.mean, 0.0), 1.0))


def crowded(chosen: pd.DataFrame) -> bool:
    """Whether there are more rows than colours can tell apart."""
    return bool(chosen["label"].nunique() > FEW)


def table(chosen: pd.DataFrame) -> dict[str, Any]:
    """Kinds as columns, memories as rows, the best over all kinds first."""
    kinds = list(dict.fromkeys(chosen["kind"]))
    cells = {
        (row["label"], row["kind"]): Share(row["mean"], row["low"], row["high"])
        for row in chosen.to_dict("records")
    }
    labels = sorted(dict.fromkeys(chosen["label"]), key=lambda label: _place(cells, label, kinds))
    return {
        "columns": [kind_name(kind) for kind in kinds],
        "rows": [(label, [cells.get((label, kind)) for kind in kinds]) for label in labels],
    }


def _place(cells: dict[tuple[str, str], Share], label: str, kinds: list[str]) -> tuple[float, str]:
    first = cells.get((label, kinds[0]))
    return (-first.mean if first is not None else 0.0), label
