"""The table that ends ``quickstart`` and ``run``: who scored what, controls and intervals in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from experiments.cli.failing import failed_everywhere, grouped
from experiments.cli.output import Row, as_json, as_table, say
from sim.errors import RunFailed

if TYPE_CHECKING:
    from experiments.running import Run

COLUMNS = {
    "dependency": ("dependency", "filtered"),
    "retention": ("retention", "retention_rate"),
    "turn recall_all@5": ("retrieval", "turn:recall_all@5"),
    "session recall_all@5": ("retrieval", "session:recall_all@5"),
}
"""What the first screen shows over all kinds: a column's title, its study and its measure."""


def conclude(run: Run, *, json_: bool) -> None:
    """Print the scores of a run, what failed, and where to read on."""
    scores = _headlines(run.tables["scores"])
    if json_:
        as_json(scores)
        return
    as_table(_compared(scores), empty="nothing was scored")
    say()
    shown = set(map(_column, scores))
    for title, (_, measure) in COLUMNS.items():
        if title in shown:
            say(f"{title}: the measure {measure!r} with its 95% interval over lives")
    say("budget: most entries a store may hold, - is no bound")
    say("controls: none and always_abstain know nothing, oracle knows what will be asked")
    _failures(run)
    say(f"report: {run.report}")
    say(f"tables: lifeworld tables {run.path}")
    say(f"conversations: lifeworld show {run.path}")


def fail_if_nothing_worked(run: Run) -> None:
    """Raise RunFailed if a trial gave no score in any life, naming it."""
    names = failed_everywhere(run)
    if names:
        who = f"the trial {names[0]!r}" if len(names) == 1 else f"{len(names)} trials"
        which = f" ({'; '.join(names)})" if len(names) > 1 else ""
        raise RunFailed(
            f"{who} failed in every life, without any score{which}: 'lifeworld tables {run.path} "
            "failures' says why"
        )


def _failures(run: Run) -> None:
    """What failed and why, a row a trial and reason; nothing if nothing did."""
    failures: Any = run.tables["failures"].to_dict("records")
    rows = grouped(failures)
    if rows:
        say()
        say("failures: not scored, neither right nor wrong")
        as_table([{name: row[name] for name in ("trial", "reason", "lives", "times")}
                  for row in rows])  # fmt: skip
        say()


def _headlines(scores: Any) -> list[Row]:
    """The rows of the table ``scores`` that belong on the first screen."""
    rows: list[Row] = scores.to_dict("records")
    return [row for row in rows if row["kind"] == "all" and _column(row)]


def _column(row: Row) -> str:
    """The column that a score belongs into, or ""."""
    about = (row["study"], row["measure"])
    return next((title for title, shown in COLUMNS.items() if shown == about), "")


def _compared(scores: list[Row]) -> list[Row]:
    """One row a trial; in order of the first column, best first."""
    titles = list(COLUMNS)
    best = sorted(scores, key=lambda row: (titles.index(_column(row)), -_mean(row), row["trial"]))
    options = _common_options([str(row["reader"]) for row in scores])
    trials: dict[str, dict[str, Any]] = {}
    for row in best:
        shown = trials.setdefault(row["trial"], _who(row, options))
        shown[_column(row)] = _interval(row)
    return list(trials.values())


def _who(row: Row, options: str) -> dict[str, Any]:
    """What a trial is made of, short enough for a line of 80 columns."""
    budget = "-" if row["budget"] == "unlimited" else row["budget"]
    reader = str(row["reader"]).removesuffix(options)
    return {"backend": row["backend"], "gate": row["gate"], "budget": budget, "reader": reader}


def _common_options(readers: list[str]) -> str:
    """The options that stand in brackets behind every reader's name, or ""."""
    found = {reader[reader.find("[") :] if "[" in reader else "" for reader in readers}
    return found.pop() if len(found) == 1 else ""


def _mean(row: Row) -> float:
    return -1.0 if _missing(row["mean"]) else float(row["mean"])


def _interval(row: Row) -> str:
    """Mean and bounds, such as ``0.32 (.23-.42)``."""
    if _missing(row["mean"]):
        return "-"
    span = "" if _missing(row["low"]) else f" ({_bound(row['low'])}-{_bound(row['high'])})"
    return f"{row['mean']:.2f}{span}"


def _bound(value: float) -> str:
    rounded = f"{value:.2f}"
    return rounded.removeprefix("0") if rounded < "1" else rounded[:3]


def _missing(value: Any) -> bool:
    return value is None or bool(value != value)
