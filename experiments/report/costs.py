"""What a memory costs: tokens shown, tokens read, calls and time, against what it gets right."""

from __future__ import annotations

from typing import Any

import pandas as pd

from experiments.report import figures
from experiments.report.ranking import main_trials
from experiments.report.trusted import trusted
from experiments.report.wording import number, standing, thousands

TITLES = ("tokens of memory shown to the reader, per question", "dependent facts right")
COLUMNS = (
    "tokens shown, a question",
    "tokens read to store, a life",
    "tokens read to search, a life",
    "tokens read to answer, a life",
    "calls, a life",
    "ms to store a session",
    "ms to search",
)


def cost(tables: Any) -> dict[str, Any]:
    """The figure of cost against score, a row a memory, and every line of the cost table."""
    points = _points(tables)
    figure = trusted(figures.scatter(points, "cost", TITLES)) if len(points) else None
    return {
        "figure": figure,
        "columns": COLUMNS,
        "memories": _memories(tables),
        "rows": rows(tables["costs"]),
    }


def rows(table: pd.DataFrame) -> list[dict[str, str]]:
    """A table as it is printed."""
    return [{str(k): _cell(v) for k, v in row.items()} for row in table.to_dict("records")]


def _points(tables: Any) -> pd.DataFrame:
    """One point a trial that is compared: tokens shown a question, and its score."""
    probes, scores = tables["probes"], tables["scores"]
    tokens = probes.groupby("trial")["context_tokens"].mean()
    chosen = scores[(scores["kind"] == "all") & (scores["study"] == "dependency")]
    chosen = chosen[(chosen["measure"] == "filtered") & chosen["mean"].notna()]
    chosen = _compared(scores).merge(chosen[["trial", "mean"]], on="trial")
    points = pd.DataFrame(
        {
            "label": chosen["label"],
            "cost": [float(tokens.get(trial, 0.0)) for trial in chosen["trial"]],
            "score": chosen["mean"].astype(float),
            "standing": [standing(b, g, r) for b, g, r in _settings(chosen)],
        }
    )
    return points[points["cost"] > 0]  # the axis is logarithmic; showing nothing costs nothing


def _memories(tables: Any) -> list[tuple[str, list[str]]]:
    """A row a trial that is compared, the cheapest reading first."""
    probes, stages, timings = tables["probes"], tables["stages"], tables["timings"]
    shown = probes.groupby("trial")["context_tokens"].mean()
    read = stages.set_index(["trial", "stage"])["tokens_read"]
    calls = stages.groupby("trial")["calls"].sum()
    sums = timings.groupby(["trial", "what"])[["times", "seconds"]].sum()
    each = 1000 * sums["seconds"] / sums["times"]
    found = []
    for trial, label in _compared(tables["scores"])[["trial", "label"]].itertuples(index=False):
        reading = [read.get((trial, stage)) for stage in ("ingest", "retrieve", "answer")]
        taking = [each.get((trial, stage)) for stage in ("ingest", "retrieve")]
        values = (shown.get(trial), *reading, calls.get(trial), *taking)
        found.append((float(values[0] or 0), str(label), values))
    return [
        (label, [*map(thousands, values[:-2]), *(number(value, 1) for value in values[-2:])])
        for _, label, values in sorted(found, key=lambda row: row[:2])
    ]


def _compared(scores: pd.DataFrame) -> pd.DataFrame:
    main = main_trials(scores)
    return main[main["label"] != "always abstain"]


def _settings(chosen: pd.DataFrame) -> list[tuple[str, str, str]]:
    return [(str(b), str(g), str(r)) for b, g, r in chosen[["backend", "gate", "reader"]].values]


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return thousands(float(value)) if isinstance(value, (int, float)) else str(value)
