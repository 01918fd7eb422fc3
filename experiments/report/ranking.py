"""The first screen: which memory, how sure, at what cost."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import pandas as pd

from experiments.report.wording import abstains, interval, number, standing, thousands

LEADING = {  # what a backend is ranked by, best first that the run has
    "dependency": ("filtered", "dependent facts right"),
    "retention": ("retention_rate", "still in store"),
    "retrieval": ("turn:recall_all@5", "all evidence in the first 5"),
}
STANDINGS = ("memory", "reference", "control")


@dataclass(frozen=True, slots=True)
class Measured:
    """One number of the ranking with its interval and counts, ready to print."""

    mean: float | None
    low: float | None
    high: float | None
    counts: str

    @property
    def text(self) -> str:
        """The mean with two digits, or a dash."""
        return number(self.mean)

    @property
    def span(self) -> str:
        """The interval, or nothing."""
        return interval(self.low, self.high)

    @property
    def bar(self) -> tuple[float, float, float]:
        """Low, mean and high in percent of the cell, for the drawn interval."""
        values = (self.low, self.mean, self.high)
        low, mean, high = (0.0 if v is None or pd.isna(v) else 100 * float(v) for v in values)
        return low, mean, high


@dataclass(frozen=True, slots=True)
class Ranked:
    """One row: a backend under the universal gate, or a control."""

    trial: str
    label: str
    standing: Literal["memory", "reference", "control"]
    budget: str
    measures: tuple[Measured | None, ...]
    context_tokens: str
    failed: int


def studies(scores: pd.DataFrame) -> list[str]:
    """The studies of a run that the ranking can show, in the order they count."""
    present = set(scores["study"])
    return [study for study in LEADING if study in present]


def ranking(tables: Any) -> tuple[list[str], list[Ranked]]:
    """Column titles and rows, best first, then references, controls last.

    ``tables`` maps table names to data frames. Only one gate and reader are shown: universal and
    the first reader of the run that is no control, so that rows differ in their backend alone.
    """
    scores, probes = tables["scores"], tables["probes"]
    shown = studies(scores)
    trials = main_trials(scores)
    rows = [_ranked(row, shown, scores, probes) for row in trials.to_dict("records")]
    rows.sort(key=lambda row: (STANDINGS.index(row.standing), -_leading(row), row.label))
    return [LEADING[study][1] for study in shown], rows


def main_trials(scores: pd.DataFrame) -> pd.DataFrame:
    """One row per trial that the ranking compares: the universal gate and one reader throughout.

    The reader is ``ideal`` where the run has it; a trial that always abstains is kept beside it.
    Column ``label`` names the trial on the page, as short as it can be told from the others.
    """
    trials = scores[["trial", "gate", "backend", "budget", "reader"]].drop_duplicates()
    trials = trials[trials["gate"] == "universal"]
    reader = main_reader(trials)
    kept = [r == reader or abstains(r) for r in trials["reader"]]
    chosen = trials.loc[kept]  # .loc, as an empty list would be taken for no columns
    return chosen.assign(label=_labels(chosen))


def main_reader(trials: pd.DataFrame) -> str:
    """The reader by which trials are compared: ``ideal`` where there is one, else the first."""
    readers = sorted({str(reader) for reader in trials["reader"] if not abstains(reader)})
    ideal = [reader for reader in readers if reader.partition("[")[0] == "ideal"]
    return (ideal or readers or [""])[0]


def _labels(trials: pd.DataFrame) -> list[str]:
    """The backend, with its budget where there is more than one of it."""
    asked = trials.loc[[not abstains(reader) for reader in trials["reader"]]]
    twice = asked["backend"].value_counts()
    labels = []
    for backend, budget, reader in trials[["backend", "budget", "reader"]].itertuples(index=False):
        bounded = twice.get(backend, 0) > 1 and budget != "unlimited"
        name = f"{backend}, at most {budget}" if bounded else str(backend)
        labels.append("always abstain" if abstains(reader) else name)
    return labels


def _ranked(
    trial: Mapping[Hashable, Any], shown: list[str], scores: pd.DataFrame, probes: pd.DataFrame
) -> Ranked:
    own = scores[(scores["trial"] == trial["trial"]) & (scores["kind"] == "all")]
    asked = probes[probes["trial"] == trial["trial"]]
    return Ranked(
        trial=trial["trial"],
        label=trial["label"],
        standing=standing(trial["backend"], trial["gate"], trial["reader"]),
        budget=str(trial["budget"]),
        measures=tuple(_measured(own, study) for study in shown),
        context_tokens=thousands(asked["context_tokens"].mean() if len(asked) else None),
        failed=int(own["failed"].max()) if len(own) else 0,
    )


def _measured(own: pd.DataFrame, study: str) -> Measured | None:
    rows = own[(own["study"] == study) & (own["measure"] == LEADING[study][0])]
    if rows.empty:
        return None
    row = rows.iloc[0]
    counts = f"{row['scored']} of {row['asked']} scored, {row['failed']} failed"
    return Measured(row["mean"], row["low"], row["high"], counts)


def _leading(row: Ranked) -> float:
    first = next((m for m in row.measures if m is not None), None)
    return -1.0 if first is None or first.mean is None or pd.isna(first.mean) else first.mean


def lead(
    columns: list[str], rows: list[Ranked], lives: int, compared: pd.DataFrame | None = None
) -> str:
    """The sentence on top: who leads, by how much, and whether this run can tell.

    ``compared`` is the table of comparisons: over the same lives a difference is surer than two
    intervals beside one another let one think.
    """
    memories = [(row, row.measures[0]) for row in rows if row.standing == "memory" and row.measures]
    scored = [(row, measured) for row, measured in memories if measured is not None]
    if not rows:
        return "This run has no trial under the universal gate, by which memories are compared."
    if not scored:
        return "This run holds no memory backend with a score, only controls or failures."
    best, score = scored[0]
    who = "life" if lives == 1 else "lives"
    text = f"Over {lives} {who}, {best.label} leads on “{columns[0]}”: {score.text}"
    text += f" (95% interval {score.span})" if score.span else ""
    asked = best.context_tokens != thousands(None)
    text += f", with {best.context_tokens} tokens of memory a question." if asked else "."
    if len(scored) == 1:
        return text
    pair = None if compared is None else _pair(compared, best.trial, scored[1][0].trial)
    return text + (_runner_up(score, *scored[1]) if pair is None else _behind(scored[1], pair))


def _pair(compared: pd.DataFrame, one: str, other: str) -> Mapping[Hashable, Any] | None:
    """What is known of the difference of two trials in the study that comes first."""
    both = compared[(compared["trial"] == one) & (compared["other"] == other)]
    rows = both[both["low"].notna() & both["study"].isin(LEADING)].to_dict("records")
    ordered = sorted(rows, key=lambda row: list(LEADING).index(row["study"]))
    return ordered[0] if ordered else None


def _behind(second: tuple[Ranked, Measured], pair: Mapping[Hashable, Any]) -> str:
    """How far behind the next one is, over the same lives."""
    row, measured = second
    span = interval(pair["low"], pair["high"])
    apart = number(pair["difference"])
    verdict = (
        f"over the same lives it is {apart} behind ({span})."
        if pair["low"] > 0
        else f"over the same lives the difference is {apart} ({span}): this run does not separate "
        "the two."
    )
    return f" Next is {row.label} with {measured.text}; {verdict}"


def _runner_up(best: Measured, row: Ranked, second: Measured) -> str:
    apart = best.low is not None and second.high is not None and best.low > second.high
    verdict = (
        "their intervals do not overlap."
        if apart
        else "their intervals overlap, so this run alone does not separate the two."
    )
    return f" Next is {row.label} with {second.text}; {verdict}"
