"""Hand-made journals: small enough to know every figure in advance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from experiments.folder import RunFolder
from experiments.tables.base import Trials
from experiments.tables.testimony import Testimony
from experiments.trials import TrialSpec
from sim import journal

Record = dict[str, Any]
TRIAL = "bm25 | universal | unlimited | ideal"
OTHER = "none | oracle | 5 | literal"


class Journal:
    """Builds the records of one life, each in a line."""

    def __init__(self, life: str = "ada") -> None:
        self.life = life
        self.records: list[Record] = [
            {
                "record": "life", "life": life, "user": "u", "persona": "Ada", "world": "home",
                "started_at": "2031-01-06T00:00:00", "horizon_days": 59,
                "checkpoints": [44640, 84960], "schema": 1,
            }
        ]  # fmt: skip
        self.verdicts: list[Record] = []

    def add(self, record: str, **fields: Any) -> None:
        self.records.append({"record": record, "life": self.life, **fields})

    def session(self, number: int, *, policy: str = "", **fields: Any) -> None:
        turn = {"id": f"s{number:04d}.0", "speaker": "user", "text": "I live in Brask.", "at": "x"}
        given = {
            "policy": policy, "session": f"s{number:04d}", "at": 1440 * number,
            "started_at": "2031-01-07T09:00:00", "ended_at": "2031-01-07T09:10:00", "period": 0,
            "source": "domain", "domain": "finance", "project": "", "topic": "", "turns": [turn],
            "long_horizon": True, "end_reason": "all_revealed", "tellings": [], "untold": [],
        }  # fmt: skip
        self.add("session", **{**given, **fields})

    def write(self, number: int, stored: bool | None, wanted: bool, trial: str = TRIAL) -> None:
        known = 0 if stored is not None else None
        self.add(
            "write", trial=trial, session=f"s{number:04d}", stored=stored, wanted=wanted,
            added=known, removed=known, evicted=known, entries=known, tokens=known,
        )  # fmt: skip

    def probe(self, name: str, kind: str, phase: str = "after", **fields: Any) -> None:
        given = {
            "policy": "", "probe": name, "study": "dependency", "kind": kind, "phase": phase,
            "at": 0, "asked_at": "2031-02-01T12:00:00", "session_after": "s0001",
            "question": "Where do I live?",
            "gold": {"accepted": ["Brask"], "stale": [], "hidden": [], "ordered": False},
            "evidence": [], "optional": [], "pair": "", "hop": 0, "entities": ["home"],
            "labels": {},
        }  # fmt: skip
        self.add("probe", **{**given, **fields})

    def answer(
        self,
        name: str,
        correct: bool | None,
        *,
        trial: str = TRIAL,
        failed: str = "",
        reached: Sequence[tuple[str, str, int]] = (),
        partial: float | None = None,
        memories: Sequence[Record] = (),
        judged: bool = True,
    ) -> None:
        """``failed`` is "answer" or "judge"; ``reached`` is (evidence, role, stages reached)."""
        failure = {"where": failed, "why": "it broke"} if failed else None
        stages = ("expressed", "stored", "kept", "retrieved")
        traces = [
            {"id": piece, "role": role, **{s: place < n for place, s in enumerate(stages)}}
            for piece, role, n in reached
        ]
        self.add(
            "answer", trial=trial, probe=name, text=None if failed == "answer" else "Brask.",
            memories=list(memories), context_tokens=4, trace=traces,
            failure=failure if failed == "answer" else None,
        )  # fmt: skip
        if judged:
            self.verdicts.append(
                {
                    "record": "verdict", "life": self.life, "trial": trial, "probe": name,
                    "score": None if correct is None else float(correct), "correct": correct,
                    "why": "so", "judge": "rules", "partial": partial, "failure": failure,
                }
            )  # fmt: skip

    def pair(self, number: int, kind: str, before: bool | None, after: bool | None) -> None:
        """The same question before and after a change; None is a failed judge."""
        for phase, correct in (("before", before), ("after", after)):
            name = f"p{number}-{phase}"
            self.probe(name, kind, phase, pair=f"pair{number}")
            self.answer(name, correct, failed="judge" if correct is None else "")

    def retention(
        self, fact: str, months: dict[int, tuple[int, int]], trial: str = TRIAL, **fields: Any
    ) -> None:
        given = {
            "trial": trial, "fact": fact, "kind": "user_profile", "domain": "finance", "period": 0,
            "told_in": "s0001", "required": sum(r for _, r in months.values()),
            "present": sum(p for p, _ in months.values()), "first_failure": None,
            "by_month": {str(month): list(both) for month, both in months.items()},
        }  # fmt: skip
        self.add("retention", **{**given, **fields})

    def checkpoint(self, number: int, policy: str = "") -> None:
        self.add(
            "moment", policy=policy, at=0, date="2031-02-01T00:00:00", what="checkpoint",
            detail={"number": number, "last": False},
        )  # fmt: skip

    def save(self, folder: RunFolder) -> None:
        folder.prepare()
        journal.write(folder.journal(self.life), self.records)
        journal.write(folder.verdicts_of(self.life), self.verdicts)

    def testimony(self, folder: RunFolder) -> Testimony:
        self.save(folder)
        return Testimony.read(folder, self.life)


@pytest.fixture
def made() -> type[Journal]:
    return Journal


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    return RunFolder(tmp_path)


@pytest.fixture
def specs() -> Trials:
    return Trials.of(
        [TrialSpec(), TrialSpec(backend="none", gate="oracle", budget=5, reader="literal")], 7
    )


Rows = Callable[..., list[Record]]


@pytest.fixture
def rows(folder: RunFolder, specs: Trials) -> Rows:
    """All rows of one table over some lives, as the making of tables would get them."""

    def of(kind: Any, *lives: Journal) -> list[Record]:
        table = kind(specs)
        found = [row for life in lives for row in table.take(life.testimony(folder))]
        return [*found, *table.rest()]

    return of
