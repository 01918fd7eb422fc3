"""The loss funnel for the page: where evidence was lost, and the probes behind every segment."""

from __future__ import annotations

from typing import Any

import pandas as pd

from experiments.report.wording import LOST_AT, kind_name

AFTER = ("after", "end", "checkpoint")
LISTED = 400  # probes listed per report, enough to read and small enough to open on a phone


def judged(probes: pd.DataFrame) -> pd.DataFrame:
    """The questions that count: asked after the change, answered, with a verdict."""
    return probes[probes["phase"].isin(AFTER) & probes["correct"].notna()]


def shares(probes: pd.DataFrame, by: str) -> pd.DataFrame:
    """Per ``by`` value the share of probes lost at each stage; the key "" is what arrived."""
    counts = probes.groupby([by, "lost_at"], sort=False).size().unstack(fill_value=0)
    for stage in LOST_AT:
        if stage not in counts:
            counts[stage] = 0
    table = counts[list(LOST_AT)].astype(float)
    return table.div(table.sum(axis=1), axis=0).reset_index()


def listed(probes: pd.DataFrame) -> list[dict[str, Any]]:
    """The probes the page can list when a segment is clicked, as plain rows."""
    wanted = ["trial", "kind", "lost_at", "life", "asked_at", "question", "expected", "answer"]
    rows = probes.groupby(["trial", "lost_at"], sort=True).head(12)[[*wanted, "why"]]
    rows = rows.head(LISTED).fillna("")
    rows["kind"] = rows["kind"].map(kind_name)
    return [{str(key): str(value) for key, value in row.items()} for row in rows.to_dict("records")]
