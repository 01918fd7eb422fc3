"""The table that ends ``quickstart`` and ``run``: who scored what, controls and intervals in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from experiments.cli.output import Row, as_json, as_table, say

if TYPE_CHECKING:
    from experiments.running import Run

HEADLINES = {
    "dependency": ("all", "filtered"),
    "retention": ("all", "retention_rate"),
    "retrieval": ("all", "turn:recall_all@5"),
}
"""The kind and the measure that stand for a study on the first screen."""
WHO = ("backend", "gate", "budget", "reader")


def conclude(run: Run, *, json_: bool) -> None:
    """Print the scores of a run, what failed, and where to read on."""
    scores = _headlines(run.tables["scores"])
    if json_:
        as_json(scores)
        return
    as_table(_compared(scores), empty="nothing was scored")
    say()
    for study in dict.fromkeys(row["study"] for row in scores):
        say(f"{study}: {HEADLINES[study][1]}, mean and 95% interval over lives")
    failed = len(run.tables["failures"])
    if failed:
        say(f"failed: {failed} times, see lifeworld tables {run.path} failures")
    say(f"report: {run.report}")
    say(f"tables: lifeworld tables {run.path}")


def _headlines(scores: Any) -> list[Row]:
    """The rows of the table ``scores`` that belong on the first screen."""
    rows: list[Row] = scores.to_dict("records")
    return [row for row in rows if HEADLINES.get(row["study"]) == (row["kind"], row["measure"])]


def _compared(scores: list[Row]) -> list[Row]:
    """One row a trial, one column a study; in order of the first study, best first."""
    studies = [study for study in HEADLINES if any(row["study"] == study for row in scores)]
    best = sorted(scores, key=lambda row: (studies.index(row["study"]), -_mean(row), row["trial"]))
    trials: dict[str, dict[str, Any]] = {}
    for row in best:
        shown = trials.setdefault(row["trial"], {key: row[key] for key in WHO})
        shown[row["study"]] = _interval(row)
    return list(trials.values())


def _mean(row: Row) -> float:
    return -1.0 if _missing(row["mean"]) else float(row["mean"])


def _interval(row: Row) -> str:
    if _missing(row["mean"]):
        return "-"
    span = "" if _missing(row["low"]) else f" [{row['low']:.2f}, {row['high']:.2f}]"
    return f"{row['mean']:.2f}{span}"


def _missing(value: Any) -> bool:
    return value is None or bool(value != value)
