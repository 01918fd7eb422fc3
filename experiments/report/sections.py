"""The sections of the page: each turns tables into figures, rows and sentences."""

from __future__ import annotations

from typing import Any

import pandas as pd
from markupsafe import Markup

from experiments.report import figures, losses
from experiments.report.ranking import lead, main_trials, ranking
from experiments.report.trusted import script_data, trusted
from experiments.report.wording import is_control, kind_name, number, thousands

MEASURES = {"dependency": "filtered", "retention": "retention_rate"}


def all_sections(tables: Any) -> dict[str, Any]:
    """Everything the template needs, by name; sections a run has no data for are None."""
    columns, rows = ranking(tables)
    lives = tables["lives"]
    return {
        "columns": columns,
        "ranking": rows,
        "lead": lead(columns, rows, len(lives)),
        "size": _size(tables),
        "kinds": _kinds(tables["scores"]),
        "readers": _readers(tables["scores"]),
        "retrieval": _retrieval(tables["scores"]),
        "funnel": _funnel(tables),
        "retention": _retention(tables),
        "gating": _gating(tables["gating"]),
        "cost": _cost(tables),
        "failures": _rows(tables["failures"]),
        "unscored": _unscored(tables["scores"]),
    }


def _size(tables: Any) -> str:
    lives, sessions, probes = tables["lives"], tables["sessions"], tables["probes"]
    months = int(lives["months"].max()) if len(lives) and lives["months"].notna().any() else 0
    trials = tables["scores"]["trial"].nunique()
    parts = [f"{len(lives)} lives"] + ([f"{months} months each"] if months else [])
    parts += [f"{len(sessions):,} sessions", f"{trials} trials", f"{len(probes):,} answers judged"]
    return ", ".join(parts)


def _kinds(scores: pd.DataFrame) -> Markup | None:
    chosen = scores[(scores["study"] == "dependency") & (scores["measure"] == "filtered")]
    chosen = chosen[chosen["trial"].isin(main_trials(scores)["trial"]) & chosen["mean"].notna()]
    chosen = chosen[chosen["reader"] != "always_abstain"]
    return trusted(figures.dots(chosen, "backend", "kinds", "share right")) if len(chosen) else None


def _readers(scores: pd.DataFrame) -> bool:
    return bool(set(scores["reader"]) & {"ideal", "literal"})


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
    main = main_trials(tables["scores"])
    probes = losses.judged(tables["probes"])
    probes = probes[(probes["study"] == "dependency") & probes["trial"].isin(main["trial"])]
    if probes.empty:
        return None
    probes = probes.merge(main[["trial", "backend", "reader"]], on="trial")
    probes = probes[probes["reader"] != "always_abstain"]
    per_kind = {
        kind_name(str(kind)): trusted(
            figures.losses(losses.shares(rows, "backend"), "backend", f"funnel-{kind}")
        )
        for kind, rows in probes.groupby("kind", sort=True)
    }
    return {
        "overall": trusted(
            figures.losses(losses.shares(probes, "backend"), "backend", "funnel-all")
        ),
        "kinds": per_kind,
        "probes": script_data(losses.listed(probes.assign(trial=probes["backend"]))),
    }


def _retention(tables: Any) -> Markup | None:
    months = tables["retention"]
    points = months[(months["kind"] == "all") & months["rate"].notna()]
    points = points.merge(_trial_parts(tables["scores"]), on="trial")
    points = points[points["reader"] != "always_abstain"].drop_duplicates(
        ["backend", "gate", "month"]
    )
    if points.empty:
        return None
    universal = points[points["gate"] == "universal"]
    titles = ("month of the life", "share of needed facts in store")
    return trusted(figures.curves(universal, "backend", "retention", titles))


def _trial_parts(scores: pd.DataFrame) -> pd.DataFrame:
    return scores[["trial", "gate", "backend", "budget", "reader"]].drop_duplicates()


def _gating(gating: pd.DataFrame) -> list[dict[str, str]] | None:
    if gating.empty:
        return None
    rows = gating.drop_duplicates(["gate", "period"])
    measures = ("precision", "recall", "f1", "fnr", "fpr")
    return [
        {
            "gate": str(row["gate"]),
            "period": str(row["period"]).replace("_", " "),
            "decided": thousands(row["decided"]),
            **{name: number(row[name]) for name in measures},
        }
        for row in rows.to_dict("records")
    ]


def _cost(tables: Any) -> dict[str, Any] | None:
    probes, scores = tables["probes"], tables["scores"]
    tokens = probes.groupby("trial")["context_tokens"].mean()
    chosen = scores[(scores["kind"] == "all") & (scores["study"] == "dependency")]
    chosen = chosen[(chosen["measure"] == "filtered") & chosen["mean"].notna()]
    chosen = chosen[chosen["trial"].isin(main_trials(scores)["trial"])]
    points = pd.DataFrame(
        {
            "label": [str(backend) for backend in chosen["backend"]],
            "cost": [float(tokens.get(trial, 0.0)) for trial in chosen["trial"]],
            "score": chosen["mean"].astype(float).to_list(),
            "control": [is_control(b, g, r) for b, g, r in _settings(chosen)],
        }
    )
    titles = ("tokens of memory shown to the reader, per question", "dependent facts right")
    figure = trusted(figures.scatter(points, "cost", titles)) if len(points) else None
    return {"figure": figure, "rows": _rows(tables["costs"])}


def _settings(chosen: pd.DataFrame) -> list[tuple[str, str, str]]:
    return [(str(b), str(g), str(r)) for b, g, r in chosen[["backend", "gate", "reader"]].values]


def _rows(table: pd.DataFrame) -> list[dict[str, str]]:
    return [{str(k): _cell(v) for k, v in row.items()} for row in table.to_dict("records")]


def _cell(value: object) -> str:
    return thousands(float(value)) if isinstance(value, (int, float)) else str(value)


def _unscored(scores: pd.DataFrame) -> int:
    own = scores[(scores["kind"] == "all") & scores["measure"].isin([*MEASURES.values()])]
    return int(own["failed"].sum())
