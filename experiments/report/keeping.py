"""What stores keep: retention over the months, and the decisions of gates."""

from __future__ import annotations

from typing import Any

import pandas as pd
from markupsafe import Markup

from experiments.report import figures
from experiments.report.deciders import WHO, deciders
from experiments.report.ranking import main_reader
from experiments.report.trusted import trusted
from experiments.report.wording import number, thousands


def retention(tables: Any) -> Markup | None:
    """Curves of what is still in store, one for stores that keep the same."""
    months = tables["retention"]
    points = months[(months["kind"] == "all") & months["rate"].notna()]
    points = points.merge(_trial_parts(tables["scores"]), on="trial")
    points = points[points["reader"] == main_reader(points)]
    if points.empty:
        return None
    named = points.assign(store=_stores(points)).drop_duplicates(["store", "month"])
    titles = ("month of the life", "share of needed facts in store")
    return trusted(figures.curves(named, "store", "retention", titles))


def _stores(points: pd.DataFrame) -> list[str]:
    """Stores with the same curve share a name: what they keep does not depend on their ranking."""
    curves = {
        str(trial): tuple(rows.sort_values("month")["rate"].round(9))
        for trial, rows in points.groupby("trial", sort=True)
    }
    names: dict[tuple[float, ...], list[str]] = {}
    for trial in sorted(curves):
        backend, gate, budget, _ = trial.split(" | ")
        bound = "" if budget == "unlimited" else f", at most {budget}"
        names.setdefault(curves[trial], []).append(f"{backend}: {gate} gate{bound}")
    return [_folded(names[curves[str(trial)]]) for trial in points["trial"]]


def _folded(names: list[str]) -> str:
    """Names that end alike are folded, and no more than two groups are spelled out.

    >>> _folded(["bm25: universal gate", "dense: universal gate"])
    'bm25, dense: universal gate'
    """
    groups: dict[str, list[str]] = {}
    for name in names:
        backend, _, rest = name.partition(": ")
        groups.setdefault(rest, []).append(backend)
    told = [f"{', '.join(backends)}: {rest}" for rest, backends in groups.items()]
    return "; ".join(told)


def _trial_parts(scores: pd.DataFrame) -> pd.DataFrame:
    return scores[["trial", "gate", "backend", "budget", "reader"]].drop_duplicates()


def gating(table: pd.DataFrame) -> list[dict[str, str]] | None:
    """One row a period for each gate, or for each trial of a gate where they decide unlike."""
    if table.empty:
        return None
    measures = ("precision", "recall", "f1", "fnr", "fpr")
    rows = deciders(table, ["period"], ["decided", *measures])
    rows = rows.sort_values([WHO, "period"], key=_in_period)
    return [
        {
            "gate": str(row[WHO]),
            "period": str(row["period"]).replace("_", " "),
            "decided": thousands(row["decided"]),
            **{name: number(row[name]) for name in measures},
        }
        for row in rows.to_dict("records")
    ]


PERIODS = ("all", "before_shift", "after_shift")


def _in_period(column: pd.Series[str]) -> pd.Series[str]:
    """Periods as they come in a life; any other column by its own order."""
    return column.map(lambda cell: f"{PERIODS.index(cell)}" if cell in PERIODS else str(cell))
