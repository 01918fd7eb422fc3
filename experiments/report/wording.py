"""How things are called on the page: names, colours and number formats, in one place."""

from __future__ import annotations

import math
from typing import Literal

import pandas as pd

CONTROLS = frozenset({"none", "oracle", "oracle_sessions", "oracle_facts", "stale_facts"})
REFERENCES = frozenset({"full_context"})
STAGES = ("expressed", "stored", "kept", "retrieved", "used")
LOST_AT = {
    "expressed": "never said by the user",
    "stored": "not stored",
    "kept": "stored, then dropped",
    "retrieved": "kept, not found",
    "used": "found, not used",
    "": "arrived",
}
# Okabe and Ito's palette: told apart with any colour vision.
STAGE_COLOURS = {
    "expressed": "#9aa0a6",
    "stored": "#d55e00",
    "kept": "#e69f00",
    "retrieved": "#cc79a7",
    "used": "#56b4e9",
    "": "#009e73",
}
SERIES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#5b5b5b", "#b8a400")
GREYS = ("#6f7882", "#a3abb3", "#4c535a", "#c2c8ce")
KINDS = {
    "all": "all kinds",
    "exact_recall": "exact recall",
    "aggregation": "aggregation",
    "tracking": "tracking",
    "deletion": "deletion",
    "cascade": "cascade",
    "absence": "absence",
    "user_profile": "about the person",
    "ongoing_state": "running projects",
    "value": "the person's world",
}


def kind_name(kind: str) -> str:
    """A probe or fact kind in words.

    >>> kind_name("cascade@2"), kind_name("multi_hop")
    ('cascade, hop 2', 'multi hop')
    """
    base, _, hop = kind.partition("@")
    name = KINDS.get(base, base.replace("_", " "))
    return f"{name}, hop {hop}" if hop else name


def number(value: float | None, digits: int = 2) -> str:
    """A number, or a dash where there is none.

    >>> number(0.5), number(None), number(float("nan"))
    ('0.50', '–', '–')
    """
    if value is None or not isinstance(value, (int, float)) or math.isnan(value):
        return "–"
    return f"{value:.{digits}f}"


def interval(low: float | None, high: float | None) -> str:
    """An interval, or nothing where it is undefined.

    >>> interval(0.25, 0.75), interval(None, 1.0)
    ('0.25–0.75', '')
    """
    lower, upper = number(low), number(high)
    return "" if "–" in (lower, upper) else f"{lower}–{upper}"


def thousands(value: float | None) -> str:
    """A count with thin separators.

    >>> thousands(12345.6), thousands(None)
    ('12,346', '–')
    """
    return "–" if value is None or pd.isna(value) else f"{value:,.0f}"


def abstains(reader: str) -> bool:
    """Whether a reader is the control that refuses every question, at whatever depth.

    >>> abstains("always_abstain[k=20]"), abstains("ideal")
    (True, False)
    """
    return reader.partition("[")[0] == "always_abstain"


def standing(
    backend: str, gate: str = "universal", reader: str = "ideal"
) -> Literal["memory", "reference", "control"]:
    """Whether a trial is a memory, the whole transcript, or a control that knows gold or abstains.

    >>> standing("bm25[k1=2]"), standing("full_context"), standing("oracle")
    ('memory', 'reference', 'control')
    """
    base = backend.partition("[")[0].partition(",")[0]
    if base in CONTROLS or gate == "oracle" or abstains(reader):
        return "control"
    return "reference" if base in REFERENCES else "memory"
