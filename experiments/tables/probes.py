"""``probes``: every question put to every trial, what came back, and where evidence was lost."""

from __future__ import annotations

from collections.abc import Iterable

from experiments.studies.asking import UNDERIVABLE
from experiments.tables.base import Row, Table
from experiments.tables.outcome import Outcome, outcomes
from experiments.tables.testimony import Record, Testimony

NOTHING = {"absence": "not known any more", "deletion": "not available"}


class Probes(Table):
    """One row a question and trial."""

    name = "probes"

    def take(self, life: Testimony) -> Iterable[Row]:
        """The questions of a life."""
        return map(_row, outcomes(life))


def _row(outcome: Outcome) -> Row:
    probe, answer, verdict = outcome.probe, outcome.answer, outcome.verdict or {}
    credited = None if probe["phase"] == "before" else outcome.credited
    return {
        "life": answer["life"],
        "trial": answer["trial"],
        **{name: probe[name] for name in ("probe", "study", "kind", "phase", "hop")},
        "entities": ", ".join(probe["entities"]),
        "asked_at": probe["asked_at"],
        "question": probe["question"],
        "expected": expected(probe),
        "answer": answer["text"],
        "correct": outcome.correct,
        "score": verdict.get("score"),
        "partial": verdict.get("partial"),
        "credited": credited,
        "lost_at": outcome.lost_at,
        **outcome.shares(),
        "context_tokens": answer["context_tokens"],
        "why": verdict.get("why", ""),
        "failure": _told(outcome.failure),
    }


def expected(probe: Record) -> str:
    """The right answer in words."""
    if UNDERIVABLE in probe["labels"]:
        return "does not follow from what was told"
    gold = probe["gold"]
    joint = " → " if gold["ordered"] else ", "
    return joint.join(gold["accepted"]) or NOTHING.get(probe["kind"], "nothing")


def _told(failure: Record | None) -> str | None:
    return None if failure is None else f"{failure['where']}: {failure['why']}"
