"""Which gate collapses after a shift, for how long, and what it costs: one sentence."""

from __future__ import annotations

import pandas as pd

from experiments.report.deciders import WHO
from experiments.report.wording import number

LAST, FIRST = 10, 3  # sessions of demoted domains before a shift and right after it
LEAST_FALL = 0.05  # in the share of right decisions; less is no collapse


def collapse(shift: pd.DataFrame, gap: pd.DataFrame) -> str:
    """The gate whose decisions about demoted domains fall most; "" where nothing can be said.

    ``shift`` and ``gap`` are rows of gates that may err, ``shift`` with a column ``who``.
    """
    demoted = shift[shift["group"] == "demoted"]
    falls = {
        str(who): (before, after)
        for who, own in demoted.groupby(WHO, sort=True)
        if (before := _share(own, -LAST, -1)) is not None
        and (after := _share(own, 1, FIRST)) is not None
    }
    if not falls:
        return ""
    worst = max(sorted(falls), key=lambda who: falls[who][0] - falls[who][1])
    before, after = falls[worst]
    if before - after < LEAST_FALL:
        return "No gate collapses after the shift."
    told = (
        f"{worst} falls furthest after the shift: about domains no longer worth remembering "
        f"it decides {number(after)} of the first {FIRST} sessions rightly, after {number(before)} "
        f"of the last {LAST} before it"
    )
    return f"{told}; {_how_long(demoted[demoted[WHO] == worst])}{_price(worst, gap)}."


def _share(rows: pd.DataFrame, first: int, last: int) -> float | None:
    own = rows[(rows["offset"] >= first) & (rows["offset"] <= last) & (rows["offset"] != 0)]
    decided = own["decided"].sum()
    return float(own["right"].sum() / decided) if decided else None


def _how_long(rows: pd.DataFrame) -> str:
    end = rows[rows["offset"] == 0]
    if end.empty or not end["right"].iloc[0]:
        return "it does not recover in any life"
    row = end.iloc[0]
    recovered = f"{row['right']:.0f} of {row['decided']:.0f} lives"
    return f"it recovers in {recovered}, after {number(row['sessions'], 1)} such sessions"


def _price(who: str, gap: pd.DataFrame) -> str:
    """What the stores keep behind it after the shift, beside the best other gate's."""
    own = gap[(gap["period"] == "after_shift") & gap["rate"].notna()]
    mine = own[own["gate"] == who.partition(" (")[0]]
    bounded = mine[mine["budget"] != "unlimited"]
    if bounded.empty:
        return ""
    row = bounded.sort_values(["budget", "backend"], key=_tightest).iloc[0]
    same = own[(own["budget"] == row["budget"]) & (own["backend"] == row["backend"])]
    best = same.sort_values(["rate", "gate"], ascending=[False, True]).iloc[0]
    if best["gate"] == row["gate"]:
        return ""
    behind = f"behind {best['gate']} {number(best['rate'])}"
    kept = f"{number(row['rate'])} of what is needed then, {behind}"
    return f"; with at most {row['budget']} entries {row['backend']} keeps {kept}"


def _tightest(column: pd.Series[str]) -> pd.Series[str]:
    """Budgets by their number; any other column by its own order."""
    if column.name != "budget":
        return column
    digits: pd.Series[str] = column.str.extract(r"(\d+)", expand=False)
    return digits.str.zfill(12)
