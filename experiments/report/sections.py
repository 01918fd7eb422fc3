"""The sections of the page: each turns tables into figures, rows and sentences."""

from __future__ import annotations

from typing import Any

import pandas as pd
from markupsafe import Markup

from experiments.report import figures, kinds, losses
from experiments.report.costs import cost
from experiments.report.costs import rows as rows_of
from experiments.report.keeping import gating, retention
from experiments.report.ranking import lead, main_trials, ranking
from experiments.report.shifting import shifting
from experiments.report.trusted import script_data, trusted
from experiments.report.wording import kind_name, number

MEASURES = {"dependency": "filtered", "retention": "retention_rate"}


def all_sections(tables: Any) -> dict[str, Any]:
    """Everything the template needs, by name; sections a run has no data for are None."""
    columns, rows = ranking(tables)
    lives = tables["lives"]
    return {
        "columns": columns,
        "ranking": rows,
        "lead": lead(columns, rows, len(lives), tables["comparisons"]),
        "size": _size(tables),
        "kinds": _kinds(tables["scores"]),
        "readers": _readers(tables["scores"]),
        "retrieval": _retrieval(tables["scores"]),
        "funnel": _funnel(tables),
        "retention": retention(tables),
        "gating": gating(tables["gating"]),
        "shifting": shifting(tables),
        "cost": cost(tables),
        "failures": rows_of(tables["failures"]),
        "unscored": _unscored(tables["scores"]),
    }


def _size(tables: Any) -> str:
    lives, sessions, probes = tables["lives"], tables["sessions"], tables["probes"]
    months = int(lives["months"].max()) if len(lives) and lives["months"].notna().any() else 0
    trials = tables["scores"]["trial"].nunique()
    parts = [f"{len(lives)} lives"] + (
        [f"{months} {'month' if months == 1 else 'months'} each"] if months else []
    )
    parts += [f"{len(sessions):,} sessions", f"{trials} trials", f"{len(probes):,} answers judged"]
    return ", ".join(parts)


def _of_main(rows: pd.DataFrame, scores: pd.DataFrame) -> pd.DataFrame:
    """The rows of the trials that are compared, with their labels; who abstains is left out."""
    main = main_trials(scores)[["trial", "label"]]
    return main[main["label"] != "always abstain"].merge(rows, on="trial")


ORDER = ("all", "exact_recall", "aggregation", "tracking", "deletion", "cascade", "absence")


def _kinds(scores: pd.DataFrame) -> dict[str, Any] | None:
    chosen = scores[(scores["study"] == "dependency") & (scores["measure"] == "filtered")]
    chosen = _of_main(chosen[chosen["mean"].notna()], scores)
    if chosen.empty:
        return None
    by_hop = chosen["kind"].str.contains("@")
    hops = chosen[by_hop].sort_values(["kind", "label"])
    main = chosen[~by_hop].sort_values(["kind", "label"], key=_in_order)
    if kinds.crowded(main):
        return {"table": kinds.table(main), "hops": kinds.table(hops) if len(hops) else None}
    return {
        "table": None,
        "main": trusted(figures.dots(main, "label", "kinds", "share right")),
        "hops": trusted(figures.dots(hops, "label", "hops", "share right")) if len(hops) else None,
    }


def _in_order(column: pd.Series[str]) -> pd.Series[str]:
    """Kinds as the paper lists them; any other column by its own order."""
    if column.name != "kind":
        return column
    return column.map(lambda kind: f"{ORDER.index(kind)}" if kind in ORDER else str(kind))


def _readers(scores: pd.DataFrame) -> bool:
    return bool({str(r).partition("[")[0] for r in scores["reader"]} & {"ideal", "literal"})


def _retrieval(scores: pd.DataFrame) -> dict[str, Any] | None:
    chosen = scores[(scores["study"] == "retrieval") & scores["mean"].notna()]
    if chosen.empty:
        return None
    some = chosen[chosen["measure"].isin(["turn:recall_all@5", "session:recall_all@5"])]
    pieces = {
        str(measure): trusted(figures.dots(rows, "trial", f"retrieval-{place}", str(measure)))
        for place, (measure, rows) in enumerate(some.groupby("measure", sort=True))
    }
    overall = chosen[chosen["kind"] == "all"]
    table = overall.pivot_table(index="trial", columns="measure", values="mean", sort=True)
    return {"figures": pieces, "columns": list(table.columns), "rows": _pivoted(table)}


def _pivoted(table: pd.DataFrame) -> list[tuple[str, list[str]]]:
    return [(str(name), [number(value) for value in row]) for name, row in table.iterrows()]


def _funnel(tables: Any) -> dict[str, Any] | None:
    probes = losses.judged(tables["probes"])
    probes = _of_main(probes[probes["study"] == "dependency"], tables["scores"])
    if probes.empty:
        return None
    per_kind = {
        kind_name(str(kind)): _funnel_of(rows, f"funnel-{kind}")
        for kind, rows in probes.groupby("kind", sort=True)
    }
    listed = losses.listed(probes.assign(trial=probes["label"]))
    return {
        "overall": _funnel_of(probes, "funnel-all"),
        "kinds": per_kind,
        "probes": script_data(listed),
    }


def _funnel_of(probes: pd.DataFrame, name: str) -> Markup:
    shares = losses.shares(probes, "label").sort_values("", ascending=False, kind="stable")
    return trusted(figures.losses(shares, "label", name))


def _unscored(scores: pd.DataFrame) -> int:
    own = scores[(scores["kind"] == "all") & scores["measure"].isin([*MEASURES.values()])]
    return int(own["failed"].sum())
