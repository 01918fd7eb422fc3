"""Who decides: the gates of a run, and where trials of one gate do not decide alike, which trial.

Off-policy, and as long as nothing fails, every trial with the same gate decides alike, and one row
can speak for all. On-policy, or after a trial has dropped out, it cannot.
"""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

WHO = "who"


def deciders(rows: pd.DataFrame, keys: Sequence[str], values: Sequence[str]) -> pd.DataFrame:
    """The rows of one trial for each way to decide, with a column ``who`` that names it.

    Trials of a gate decide alike if they have the same ``values`` under the same ``keys``.
    """
    kept = []
    for gate, own in rows.groupby("gate", sort=True):
        ways: dict[tuple[object, ...], str] = {}
        for trial, part in own.groupby("trial", sort=True):
            ordered = part.sort_values(list(keys))
            cells = ordered[[*keys, *values]].astype(object).where(ordered.notna(), None)
            ways.setdefault(tuple(map(tuple, cells.to_numpy().tolist())), str(trial))
        for trial in ways.values():
            name = str(gate) if len(ways) == 1 else _named(trial)
            kept.append(own[own["trial"] == trial].assign(**{WHO: name}))
    return pd.concat(kept) if kept else rows.assign(**{WHO: ""})


def _named(trial: str) -> str:
    """A trial by its gate first.

    >>> _named("bm25 | greedy | 200 | ideal")
    'greedy (bm25, at most 200)'
    """
    backend, gate, budget, _ = trial.split(" | ")
    bound = "" if budget == "unlimited" else f", at most {budget}"
    return f"{gate} ({backend}{bound})"
