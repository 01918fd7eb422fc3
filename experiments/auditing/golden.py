"""Layer 2, point e: whether the right answers that follow from what was told are well formed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import worlds
from experiments.auditing.findings import Finding, Severity
from sim.facts import Fact
from sim.plans import Task, TaskKind
from sim.probes import Gold
from worlds import World

TRIPLE = 3


def ill_formed(
    world: World, tasks: Sequence[Task], told: Sequence[Fact], level: int
) -> Iterator[Finding]:
    """What is wrong with the gold of a life once all its facts are told, task by task."""
    for task in tasks:
        about = f"{task.kind} of {', '.join(task.entities)}"
        kind = worlds.effective_kind(world, task, told)
        if kind is None:
            unlinked = level > 0 and task.kind in ("cascade", "absence")
            grave: Severity = "LOW" if unlinked else "HIGH"
            yield Finding(grave, "gold", "nothing follows from what was told", fact=about)
        elif (what := _wrong(kind, worlds.gold(world, task, told, "after"))) is not None:
            yield Finding("HIGH", "gold", what, fact=about)
        elif kind != task.kind:
            yield Finding("LOW" if level else "MEDIUM", "gold", f"a {task.kind} became an {kind}",
                          fact=about)  # fmt: skip


def _wrong(kind: TaskKind, gold: Gold) -> str | None:
    """What forbids to judge an answer by this gold, or None."""
    accepted = gold.accepted
    if any(not value.strip() for value in (*accepted, *gold.hidden, *gold.stale)):
        return "a right answer is blank"
    if not set(accepted).isdisjoint(gold.stale):
        return "a right answer is stale at once"
    return {
        "exact_recall": _unless(len(accepted) == 1, "there is not one right answer"),
        "cascade": _unless(len(accepted) == 1, "there is not one right answer"),
        "aggregation": _unless(len(set(accepted)) == TRIPLE, "there are not three right answers"),
        "tracking": _unless(
            gold.ordered and len(set(accepted)) == len(accepted) > 1, "the values are no course"
        ),
        "deletion": _unless(not accepted and bool(gold.hidden), "nothing is to be concealed"),
        "absence": _unless(not accepted and bool(gold.stale), "no value has become unknown"),
    }[kind]


def _unless(fine: bool, what: str) -> str | None:
    return None if fine else what
