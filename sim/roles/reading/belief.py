"""What follows from what was said: statements folded in order, rules applied at each change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sim.lexicon import Statement
from sim.roles.reading.rules import UNKNOWN, Rules, State, rules, same
from sim.roles.reading.told import Told

__all__ = ["UNKNOWN", "Belief", "believe"]


@dataclass(frozen=True, slots=True)
class Belief:
    """The state of a person's world as a careful reader sees it.

    ``state`` maps an entity to its value, or to UNKNOWN if what it depended on has changed;
    entities that nothing was read of are missing. ``forgotten`` are not to be spoken of.
    """

    state: Mapping[str, str | None]
    forgotten: frozenset[str]


def believe(said: Told) -> Belief:
    """Fold statements into a belief.

    Rules and dependencies hold for the whole of what was read, also for changes told before
    them: a child whose value was told before its parent changed is not known better because the
    dependency was mentioned late.
    """
    known, state, forgotten = rules(said.statements), State(), set[str]()
    for statement in said.statements:
        if statement.act == "forget":
            forgotten.add(statement.entity)
        elif statement.act in ("state", "change"):
            forgotten.discard(statement.entity)
            state = _take_in(state, statement, known)
    return Belief(state, frozenset(forgotten))


def _take_in(state: State, said: Statement, known: Rules) -> State:
    """The state after a value was told.

    A change is a change even if the value before it was not read; a first statement is none.
    """
    new = said.act == "change" and said.entity not in state
    other = said.entity in state and not same(state[said.entity], said.value)
    after = {**state, said.entity: said.value}
    return known.propagate(after, said.entity) if new or other else after
