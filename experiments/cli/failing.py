"""What failed, grouped: the same reason in the same trial is said once, with how often it came."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from experiments.cli.output import Row

if TYPE_CHECKING:
    from experiments.running import Run

_AROUND = re.compile(
    r"probe \S+: |trial ended: |\d+ facts could not be followed: |"
    r"while a conversation was going on, |"
    r"(backend|gate) '[^']*' failed( in \w+)? for .*?user '[^']*'\)?: "
)
_PARTICULAR = re.compile(r"'[^']*'|\d+")  # which entry, which date: the reason is the same
CONSEQUENCES = ("trial", "retention")  # places where a failure is met again, not where it began


def grouped(failures: Iterable[Row]) -> list[Row]:
    """Rows of the table ``failures`` as one row a trial and reason, the most frequent first.

    >>> rows = [{"life": "a", "trial": "t", "where": "add", "why": f"row {n}"} for n in (1, 2)]
    >>> [(row["reason"], row["lives"], row["times"]) for row in grouped(rows)]
    [('row 1', 1, 2)]
    """
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in failures:
        key = (str(row["trial"]), _PARTICULAR.sub("*", reason(str(row["why"]))))
        groups.setdefault(key, []).append(row)
    rows = [_row(trial, members) for (trial, _), members in groups.items()]
    return sorted(rows, key=lambda row: -row["times"])


def reason(why: str) -> str:
    """The reason at the bottom of a failure, without whose it was and what followed from it.

    >>> reason("trial ended: backend 'x' failed in add for life 'a' (user 'u'): OSError: full")
    'OSError: full'
    """
    while found := _AROUND.match(why):
        why = why[found.end() :]
    return why


def failed_everywhere(run: Run) -> list[str]:
    """The trials that failed in every life and have no score to show for it."""
    scores, failures = run.tables["scores"], run.tables["failures"]
    scored = set(scores[scores["scored"] > 0]["trial"])
    lives = failures.groupby("trial")["life"].nunique()
    everywhere = set(lives[lives == len(run.lives)].index)
    return sorted(everywhere - scored - {""})


def _row(trial: str, members: list[Row]) -> Row:
    began = [row for row in members if row["where"] not in CONSEQUENCES] or members
    return {
        "reason": reason(str(began[0]["why"])),
        "trial": trial,
        "where": began[0]["where"],
        "lives": len({row["life"] for row in members}),
        "times": len(members),
    }
