"""Questions of the dependency study with their right answers and evidence (MEME, section 3.1).

Every answer follows what was *told* by the time of asking, never what is merely true.
"""

from __future__ import annotations

from collections.abc import Sequence

from sim.facts import Fact
from sim.plans import Task, TaskKind
from sim.probes import EvidenceRole, Gold, Phase
from worlds import needles, wording
from worlds.belief import Belief, Reason, believe
from worlds.ids import fact_id, main_fact
from worlds.unknown import UNKNOWN
from worlds.world import World

Needed = tuple[EvidenceRole, Fact, tuple[str, ...]]
DEPENDENT: tuple[TaskKind, ...] = ("cascade", "absence")


def asking(world: World, task: Task, phase: Phase) -> str:
    """The question's text, the same for the same task; the world's lexicon knows it.

    Tracking asks for the current value before the last update, for all values in order after it.
    """
    if task.kind == "aggregation":
        triple = next(t for t in world.triples if t.entities == task.entities)
        return wording.question_of(triple.questions, world.name, *task.entities)
    entity = world.entities[task.entities[0]]
    in_order = task.kind == "tracking" and phase != "before"
    return wording.question_of(
        entity.history if in_order else entity.questions, world.name, entity.id
    )


def gold(world: World, task: Task, told: Sequence[Fact], phase: Phase) -> Gold:
    """The right answer at a phase, given the facts told so far in their order.

    Whether a rule was told decides if a value can be named or must be called unknown. When the
    change was told but nothing links it to the entity, nothing is derivable
    (``effective_kind`` is None): then only ``stale``, the value before, has a meaning.
    """
    belief = believe(world, told)
    entity = task.entities[0]
    if task.kind == "aggregation":
        return Gold(accepted=tuple(_names(belief, e) for e in task.entities if _names(belief, e)))
    if task.kind == "tracking" and phase != "before":
        return Gold(accepted=belief.course(entity), ordered=True)
    if task.kind == "deletion" and _told(told, task):
        return Gold(hidden=_once(belief.course(entity)))
    if task.kind in DEPENDENT and phase != "before" and _is_underivable(world, task, told):
        return Gold(stale=_once(belief.course(entity)))
    now = _names(belief, entity)
    stale = tuple(value for value in _once(belief.course(entity)) if value != now)
    return Gold(accepted=(now,) if now else (), stale=stale)


def effective_kind(world: World, task: Task, told: Sequence[Fact]) -> TaskKind | None:
    """What the question measures once the happening of its task is over, given what was told.

    A cascade whose rule was not told is an absence. None if the tellings give the question
    nothing to measure: its value, change, request or every link between them was left out.
    """
    belief = believe(world, told)
    if task.kind in DEPENDENT:
        return _dependent_kind(world, task, told)
    if task.kind == "deletion":
        return "deletion" if _told(told, task) and belief.course(task.entities[0]) else None
    if task.kind == "tracking":
        return "tracking" if len(belief.course(task.entities[0])) > 1 else None
    known = all(_names(belief, entity) for entity in task.entities)
    return task.kind if known else None


def needed(world: World, task: Task, told: Sequence[Fact], phase: Phase) -> tuple[Needed, ...]:
    """The told facts that the right answer rests on: role, fact, and the words that carry it.

    Cascade: the rules on the way and the change. Absence: the dependencies on the way and the
    change. Tracking and aggregation: every value. Deletion, once asked for: the request.
    """
    if task.kind == "tracking" and phase != "before":
        about = [f for f in told if f.attribute == task.entities[0]]
        return tuple(
            _evidence(Reason("value" if fact.kind == "value" else "change", fact))
            for fact in about
            if fact.kind in ("value", "change")
        )
    if task.kind == "deletion" and _told(told, task):
        request = next(fact for fact in told if fact.id == main_fact(task.happening))
        return (_evidence(Reason("request", request)),)
    belief = believe(world, told)
    reasons = [r for entity in task.entities for r in belief.reasons.get(entity, ())]
    return tuple(_evidence(reason) for reason in reasons)


def propagated(world: World, task: Task, told: Sequence[Fact], phase: Phase) -> tuple[Needed, ...]:
    """The answer itself, in case a memory has worked it out on its own; optional evidence."""
    if task.kind not in DEPENDENT or effective_kind(world, task, told) != "cascade":
        return ()
    if phase == "before":
        return ()
    entity = world.entities[task.entities[0]]
    belief = believe(world, told)
    value = str(belief.values[entity.id])
    sought = needles.of_propagated(entity.phrase, value)
    rests_on = tuple(reason.fact.id for reason in belief.reasons[entity.id])
    fact = Fact(
        id=fact_id(world.name, "worked out", entity.id, value),
        subject=told[0].subject,
        attribute=entity.id,
        values=(value,),
        kind="change",
        needles=sought,
        depends_on=rests_on,
    )
    return (("propagated", fact, sought),)


def _dependent_kind(world: World, task: Task, told: Sequence[Fact]) -> TaskKind | None:
    now = believe(world, told).values.get(task.entities[0])
    if now is None or not _told(told, task) or _is_underivable(world, task, told):
        return None
    return "absence" if now is UNKNOWN else "cascade"


def _is_underivable(world: World, task: Task, told: Sequence[Fact]) -> bool:
    """Whether the change was told and yet nothing said since then bears on the entity.

    Either the change reaches it by links that were told, or a later one does: a life may hold
    several, and the last one to reach an entity settles what it is.
    """
    entity, changes = task.entities[0], [fact for fact in told if fact.kind == "change"]
    since = [fact.id for fact in changes]
    if main_fact(task.happening) not in since:
        return False
    since = since[since.index(main_fact(task.happening)) :]
    return not any(_bears_on(world, entity, change, told) for change in since)


def _bears_on(world: World, entity: str, change: str, told: Sequence[Fact]) -> bool:
    """Whether what is believed of the entity would rest on something else without the change."""
    without = [fact for fact in told if fact.id != change]
    now, otherwise = believe(world, told), believe(world, without)
    return now.reasons.get(entity) != otherwise.reasons.get(entity)


def _told(told: Sequence[Fact], task: Task) -> bool:
    """Whether the happening that the task is about has been told."""
    return any(fact.id == main_fact(task.happening) for fact in told)


def _names(belief: Belief, entity: str) -> str:
    """The value believed, or nothing."""
    now = belief.values.get(entity, UNKNOWN)
    return "" if now is UNKNOWN else str(now)


def _once(values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(values))


def _evidence(reason: Reason) -> Needed:
    return (reason.role, reason.fact, reason.fact.needles)
