"""Layer 2, point e: whether the right answers that follow from what was told are well formed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import worlds
from experiments.auditing.findings import Finding, Severity
from sim.facts import Fact
from sim.plans import Task, TaskKind
from sim.probes import Gold
from worlds import World
from worlds.ids import main_fact

TRIPLE = 3


def ill_formed(
    world: World, tasks: Sequence[Task], sessions: Sequence[Sequence[Fact]], level: int
) -> Iterator[Finding]:
    """What is wrong with the gold of a life, task by task, once the news of each task is told.

    ``sessions`` are the facts told in each. A later change may bear on the same entity: the
    question is asked before that.
    """
    for task in tasks:
        told = _told_by_then(task, sessions)
        about = f"{task.kind} of {', '.join(task.entities)}"
        kind = worlds.effective_kind(world, task, told)
        if kind is None:
            unlinked = level > 0 and task.kind in ("cascade", "absence")
            grave: Severity = "LOW" if unlinked else "HIGH"
            yield Finding(grave, "gold", "nothing follows from what was told", fact=about)
        elif (what := _wrong(kind, worlds.gold(world, task, told, "after"))) is not None:
            yield Finding("HIGH", "gold", what, fact=about)
        elif kind != task.kind:
            what = f"{kind} instead of {task.kind}"
            yield Finding("LOW" if level else "MEDIUM", "gold", what, fact=about)


def _told_by_then(task: Task, sessions: Sequence[Sequence[Fact]]) -> list[Fact]:
    """Everything told up to the session with the news that the task is about, or ever."""
    news, told = main_fact(task.happening), list[Fact]()
    for facts in sessions:
        told += facts
        if any(fact.id == news for fact in facts):
            break
    return list(dict.fromkeys(told))


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
