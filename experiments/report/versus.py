"""One run beside another: what differs in how they were made, in their scores, in their answers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import pandas as pd

from experiments.folder import RunFolder
from experiments.recipe.identity import differences, lives_of
from experiments.recipe.schema import Recipe
from experiments.report.ranking import LEADING, main_trials
from experiments.report.wording import interval, kind_name, number
from experiments.tables.between import Difference, Leading, between

SHOWN = 30  # answers listed that turned, and places in which recipes differ
COLUMNS = ["life", "probe", "trial", "kind", "question", "expected", "answer", "correct"]


class Compared(Protocol):
    """What a comparison needs of a run."""

    @property
    def path(self) -> Path:
        """The run's folder."""
        ...

    @property
    def recipe(self) -> Recipe:
        """The recipe, resolved."""
        ...

    @property
    def header(self) -> dict[str, Any]:
        """How it was made."""
        ...

    @property
    def tables(self) -> Any:
        """Data frames by name."""
        ...


def sections(runs: Sequence[Compared]) -> list[dict[str, Any]]:
    """One section for each run after the first, which all are compared with."""
    return [_section(runs[0], other) for other in runs[1:]]


def _section(one: Compared, other: Compared) -> dict[str, Any]:
    paired = lives_of(one.recipe) == lives_of(other.recipe)
    named, alone = matched(one, other)
    rows = list(_differences(one, other, named, paired))
    turned = _turned(one, other, named) if paired else None
    return {
        "name": other.path.name,
        "of": one.path.name,
        "paired": paired,
        "recipe": differences(_parts(one), _parts(other))[:SHOWN],
        "rows": [
            _row(row, name) for row, name in zip(rows, short([r.trial for r in rows]), strict=True)
        ],
        "lead": _lead(rows, other.path.name),
        "alone": alone,
        "turned": turned,
    }


def matched(one: Compared, other: Compared) -> tuple[dict[str, tuple[str, str]], list[str]]:
    """Trials of both runs by a common name, and what only one of them has.

    Trials are alike that are called alike; where there is none, those that compare memories are
    alike by their backend.
    """
    first, second = _trials(one), _trials(other)
    both = {name: (name, name) for name in sorted(first & second)}
    if not both:
        ours, theirs = _by_backend(one), _by_backend(other)
        both = {name: (ours[name], theirs[name]) for name in sorted(ours.keys() & theirs.keys())}
    used = {trial for pair in both.values() for trial in pair}
    return both, sorted((first | second) - used)


def _differences(
    one: Compared, other: Compared, named: dict[str, tuple[str, str]], paired: bool
) -> list[Difference]:
    tags = ("both", "both") if paired else ("one", "other")
    ours = {name: pair[0] for name, pair in named.items()}
    theirs = {name: pair[1] for name, pair in named.items()}
    before = Leading.of(RunFolder(one.path), one.recipe, ours, tags[0])
    after = Leading.of(RunFolder(other.path), other.recipe, theirs, tags[1])
    return list(between(before, after))


def _lead(rows: list[Difference], name: str) -> str:
    """What a reader should know first."""
    sure = [row for row in rows if row.low is not None and row.high is not None]
    better = sum(row.low > 0 for row in sure if row.low is not None)
    worse = sum(row.high < 0 for row in sure if row.high is not None)
    if not rows:
        return "The runs have no trial in common that both have scores of."
    return (
        f"Of {len(rows)} figures, {better} are better in {name} and {worse} are worse beyond their "
        f"95% interval; {len(rows) - better - worse} are not told apart."
    )


def short(names: Sequence[str]) -> list[str]:
    """Names of trials without the parts that all of them share.

    >>> short(["bm25 | universal | 50 | ideal", "none | universal | 50 | ideal"])
    ['bm25', 'none']
    >>> short(["bm25 | universal", "bm25 | universal"])
    ['bm25', 'bm25']
    """
    split = [name.split(" | ") for name in names]
    telling = [
        place for place, parts in enumerate(zip(*split, strict=False)) if len(set(parts)) > 1
    ]
    shown = sorted({0, *telling})
    return [" | ".join(parts[place] for place in shown) for parts in split]


def _row(row: Difference, name: str) -> dict[str, str]:
    p = "–" if row.p is None else f"{row.p:.3f}"
    return {
        "trial": name,
        "measure": LEADING[row.study][1],
        "one": number(row.one),
        "other": number(row.other),
        "difference": f"{row.difference:+.2f}",
        "span": interval(row.low, row.high),
        "p": p,
        "lives": str(row.lives),
    }


def _turned(
    one: Compared, other: Compared, named: dict[str, tuple[str, str]]
) -> list[dict[str, Any]]:
    """For each trial, how many answers turned right or wrong, and some of them."""
    before, after = (_answers(run) for run in (one, other))
    found = []
    for name, (ours, theirs) in named.items():
        both = before[before["trial"] == ours].merge(
            after[after["trial"] == theirs], on=["life", "probe"], suffixes=("", "_other")
        )
        to_right = both[~both["correct"] & both["correct_other"]]
        to_wrong = both[both["correct"] & ~both["correct_other"]]
        if len(both):
            found.append(
                {
                    "trial": name,
                    "asked": len(both),
                    "to_right": len(to_right),
                    "to_wrong": len(to_wrong),
                    "some": [*_some(to_wrong, "now wrong"), *_some(to_right, "now right")],
                }
            )
    return found


def _some(turned: pd.DataFrame, how: str) -> list[dict[str, str]]:
    rows = turned.sort_values(["life", "probe"]).head(SHOWN).fillna("")
    return [
        {
            "how": how,
            "life": str(row["life"]),
            "kind": kind_name(str(row["kind"])),
            "question": str(row["question"]),
            "expected": str(row["expected"]) or "nothing known",
            "before": str(row["answer"]),
            "after": str(row["answer_other"]),
        }
        for row in rows.to_dict("records")
    ]


def _answers(run: Compared) -> pd.DataFrame:
    """The answers that were judged."""
    probes: pd.DataFrame = run.tables["probes"][COLUMNS]
    judged = probes[probes["correct"].notna()]
    return judged.assign(correct=judged["correct"].astype(bool))


def _trials(run: Compared) -> set[str]:
    return set(run.tables["scores"]["trial"])


def _by_backend(run: Compared) -> dict[str, str]:
    """The trials that compare memories, by backend, where a backend has one."""
    main = main_trials(run.tables["scores"])
    once = main.drop_duplicates("label", keep=False)
    return dict(zip(once["label"], once["trial"], strict=True))


def _parts(run: Compared) -> dict[str, Any]:
    return dict(run.header.get("identified_by", {}))
