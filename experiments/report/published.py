"""Published figures beside measured ones: what a paper says of a system, and ours of its like."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pandas as pd

from experiments.published import rows
from experiments.published.figures import KINDS
from experiments.report.ranking import main_trials
from experiments.report.wording import kind_name, number

_DEPTH = re.compile(r"\bk=(\d+)")
MAIN = "2"  # the paper's main table is always shown; sweeps only at the depth of the trial
NOTE = (
    "Published figures were transcribed from the paper; readers, models, worlds and filler differ "
    "from this run's, so a difference says nothing about one of them alone."
)


def section(scores: pd.DataFrame) -> dict[str, Any] | None:
    """A row for each measured trial with a published counterpart, and one for each of these."""
    measured = scores[(scores["study"] == "dependency") & (scores["measure"] == "filtered")]
    listed = list(_listed(measured, scores)) if len(measured) else []
    if not any(row["published"] for row in listed):
        return None
    return {"columns": [kind_name(kind) for kind in KINDS], "rows": listed, "note": NOTE}


def _listed(measured: pd.DataFrame, scores: pd.DataFrame) -> Iterator[dict[str, Any]]:
    """Measured, then what is published of the same kind of memory, depth by depth if both say."""
    published = pd.DataFrame(rows("dependency"))
    for trial in main_trials(scores).to_dict("records"):
        own = measured[measured["trial"] == trial["trial"]].set_index("kind")["mean"]
        like = published[published["here"] == str(trial["backend"]).partition("[")[0]]
        reader = str(trial["reader"])
        alike = zip(like["table"], like["k"], strict=True)
        like = like[[table == MAIN or _same_depth(k, reader) for table, k in alike]]
        if len(own) and len(like):
            yield _row(str(trial["label"]), "measured here", dict(own), published=False)
            for (table, system, models), group in like.groupby(["table", "system", "models"]):
                depth = group["k"].iloc[0]
                known = f", k={depth:.0f}" if depth == depth else ""  # NaN: the paper names none
                source = f"{group['paper'].iloc[0]}, table {table}: {models}{known}"
                cells = dict(zip(group["kind"], group["value"], strict=True))
                yield _row(str(system), source, cells, published=True)


def _same_depth(k: float | None, reader: str) -> bool:
    """Whether a published depth is the trial's, where the paper sweeps it."""
    found = _DEPTH.search(reader)
    return k is None or bool(k != k) or found is None or int(k) == int(found[1])


def _row(name: str, source: str, cells: dict[Any, Any], *, published: bool) -> dict[str, Any]:
    values = [number(cells.get(kind)) for kind in KINDS]
    return {"name": name, "source": source, "cells": values, "published": published}
