"""What a shift of the profile does to gates: accuracy around it, recovery, and what it costs."""

from __future__ import annotations

from typing import Any

import pandas as pd
from markupsafe import Markup

from experiments.report import figures
from experiments.report.collapse import collapse
from experiments.report.deciders import WHO, deciders
from experiments.report.trusted import trusted
from experiments.report.wording import interval, number, thousands

GROUPS = {
    "demoted": "domains that stopped being worth remembering",
    "new": "domains that began with the shift",
    "retained": "domains that went on",
}
RECOVERY = 0  # the offset whose rows are about recovery
TITLES = ("session of these domains, counted from the shift", "share of right decisions")
CONTROLS = ("oracle", "universal")  # right or wrong by definition, whatever happens


def shifting(tables: Any) -> dict[str, Any] | None:
    """Curves by offset, sessions until recovery and the share of the gap; None without a shift."""
    rows = tables["shift"]
    if rows.empty:
        return None
    once = deciders(rows, ["group", "offset"], ["decided", "right"])
    free = ~once["gate"].isin(CONTROLS)
    gap = tables["gap"]
    return {
        "told": collapse(once[free], gap[~gap["gate"].isin(CONTROLS)]),
        "figures": {GROUPS[group]: piece for group, piece in _figures(once).items()},
        "recovery": _recovery(once),
        "gap": _gap(gap),
        "cost": _cost(tables["costs"]),
    }


def _figures(rows: pd.DataFrame) -> dict[str, Markup]:
    """One figure a group, of gates that may err."""
    shown = rows[(rows["offset"] != RECOVERY) & ~rows["gate"].isin(CONTROLS)]
    return {
        group: trusted(figures.curves(_points(own), WHO, f"shift-{group}", TITLES))
        for group in GROUPS
        if len(own := shown[shown["group"] == group])
    }


def _points(rows: pd.DataFrame) -> pd.DataFrame:
    return rows.assign(month=rows["offset"], rate=rows["accuracy"]).sort_values([WHO, "month"])


def _recovery(rows: pd.DataFrame) -> list[dict[str, str]]:
    """Of demoted and of new domains, whose decisions are wrong at first for opposite reasons."""
    own = rows[(rows["offset"] == RECOVERY) & rows["group"].isin(("demoted", "new"))]
    return [
        {
            "gate": str(row[WHO]),
            "group": str(row["group"]),
            "recovered": f"{row['right']:.0f} of {row['decided']:.0f}",
            "sessions": number(row["sessions"], 1),
            "span": interval(row["sessions_low"], row["sessions_high"]),
        }
        for row in own.sort_values(["group", WHO]).to_dict("records")
    ]


def _gap(rows: pd.DataFrame) -> list[dict[str, str]]:
    """The share of the gap, gate by gate, for each backend and budget; controls are its ends."""
    own = rows[(rows["period"] == "all") & ~rows["gate"].isin(CONTROLS)]
    return [
        {
            "backend": str(row["backend"]),
            "budget": str(row["budget"]),
            "gate": str(row["gate"]),
            "universal": number(row["universal"]),
            "rate": number(row["rate"]),
            "oracle": number(row["oracle"]),
            "share": number(row["share"]),
            "span": interval(row["low"], row["high"]),
        }
        for row in own.to_dict("records")
    ]


def _cost(costs: pd.DataFrame) -> list[dict[str, str]]:
    """Calls and tokens of gates' roles, summed over roles; every life counts."""
    own = costs[(costs["phase"] == "gate") & (costs["trial"] != "")]
    if own.empty:
        return []
    gates = own["trial"].str.split(" | ", regex=False).str[1]
    per_trial = own.assign(gate=gates).groupby(["gate", "trial"])[["calls", "tokens_read"]].sum()
    mean = per_trial.groupby("gate").mean()
    return [
        {
            "gate": str(gate),
            "calls": thousands(row["calls"]),
            "tokens": thousands(row["tokens_read"]),
        }
        for gate, row in mean.sort_index().iterrows()
    ]
