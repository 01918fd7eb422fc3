"""How far two sets of verdicts on the same answers agree, and the judges of a panel."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from experiments import rating
from sim import journal


@dataclass(frozen=True, slots=True)
class Agreement:
    """Two judges on the same answers. ``kappa`` is Cohen's, ``ac1`` Gwet's; None if undefined.

    AC1 stands beside kappa because kappa falls apart where nearly all verdicts are alike (Gwet
    2008, "Computing inter-rater reliability in the presence of high agreement").
    """

    first: str
    second: str
    answers: int
    same: int
    kappa: float | None
    ac1: float | None

    @property
    def share(self) -> float | None:
        """The share of answers with the same verdict."""
        return self.same / self.answers if self.answers else None


def agreement(first: str, second: str, pairs: Sequence[tuple[bool, bool]]) -> Agreement:
    """The agreement of pairs of verdicts, right or not.

    >>> found = agreement("a", "b", [(True, True), (True, False), (False, False), (False, False)])
    >>> found.same, round(found.kappa, 3), round(found.ac1, 3)
    (3, 0.5, 0.529)
    """
    return Agreement(
        first,
        second,
        len(pairs),
        sum(a == b for a, b in pairs),
        kappa=rating.cohen(pairs),
        ac1=rating.gwet(pairs, categories=2),
    )


Verdicts = Mapping[tuple[str, str, str], Mapping[str, Any]]
"""Verdict records by (life, trial, probe)."""


def verdicts(folder: Path) -> dict[tuple[str, str, str], dict[str, Any]]:
    """All verdicts in a folder of them, failures left out; of damaged files what is whole."""
    found = {}
    for path in sorted(folder.glob("*.jsonl")):
        for record in journal.read_torn(path):
            if record["record"] == "verdict" and record["failure"] is None:
                found[record["life"], record["trial"], record["probe"]] = record
    return found


def old_and_new(old: Verdicts, new: Verdicts) -> Agreement:
    """The agreement of earlier verdicts with later ones, over the answers that both judged."""
    both = [key for key in new if key in old]
    pairs = [(bool(old[key]["correct"]), bool(new[key]["correct"])) for key in both]
    return agreement(_judges(old.values()), _judges(new.values()), pairs)


def within(found: Verdicts) -> list[Agreement]:
    """The agreement of each two members of a panel, over the answers that all of them judged."""
    voted = [record for record in found.values() if record.get("votes")]
    if not voted:
        return []
    size = min(len(record["votes"]) for record in voted)
    names = [f"judge {place + 1}" for place in range(size)]
    return [
        agreement(names[a], names[b], [(r["votes"][a] > 0.5, r["votes"][b] > 0.5) for r in voted])
        for a in range(size)
        for b in range(a + 1, size)
    ]


def write(path: Path, found: Iterable[Agreement]) -> None:
    """Leave agreements beside the verdicts they are about."""
    rows = [asdict(one) | {"share": one.share} for one in found]
    path.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _judges(records: Iterable[Mapping[str, Any]]) -> str:
    """Who judged: all names in the verdicts, sorted."""
    return "; ".join(sorted({str(record["judge"]) for record in records}))
