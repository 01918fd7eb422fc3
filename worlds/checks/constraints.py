"""Consistency constraints that leave nothing over."""

from __future__ import annotations

from collections.abc import Iterator

from worlds.problems import Problem, error
from worlds.world import Constraint, World


def constraints(world: World) -> Iterator[Problem]:
    """Whether any initial state at all respects all constraints."""
    named = [name for c in world.constraints for name in (c.entity, c.other)]
    entities = list(dict.fromkeys(named))
    if world.constraints and not _satisfiable(world, entities, {}):
        yield error("constraints", "no state of the world respects all of them")


def _satisfiable(world: World, entities: list[str], state: dict[str, str]) -> bool:
    """Search value by value; a constraint is looked at once both its entities have a value."""
    if not entities:
        return True
    name, *rest = entities
    for value in world.entities[name].pool:
        wider = {**state, name: value}
        about = [c for c in world.constraints if _is_settled(c, wider)]
        if all(c.holds(wider) for c in about) and _satisfiable(world, rest, wider):
            return True
    return False


def _is_settled(constraint: Constraint, state: dict[str, str]) -> bool:
    return constraint.entity in state and constraint.other in state
