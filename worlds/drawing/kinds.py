"""What an entity is for: its role in the graph, and the task kinds it can be given."""

from __future__ import annotations

from collections.abc import Iterator

from worlds.world import Entity, World

FILL = {
    "root": "#ffd9a8",
    "dependent": "#d7e7ff",
    "tracked": "#d9f2d0",
    "deletable": "#f6d3dd",
    "literal": "#eadcf7",
    "apart": "#eeeeee",
}
MEANING = {
    "root": "root: changes upstream",
    "dependent": "dependent: cascade where a rule leads on, absence where none does",
    "tracked": "tracking",
    "deletable": "deletion",
    "literal": "exact recall",
    "apart": "aggregation and everything else",
}


def role(world: World, entity: Entity) -> str:
    """What an entity is for: a key of ``MEANING``."""
    if entity.id in world.roots:
        return "root"
    if entity.id not in world.orphans:
        return "dependent"
    if entity.kind == "literal":
        return "literal"
    return "tracked" if entity.tracked else "deletable" if entity.deletable else "apart"


def task_kinds(world: World, entity: Entity) -> tuple[str, ...]:
    """The task kinds that a storyline may give to an entity, in a fixed order."""
    return tuple(_task_kinds(world, entity))


def _task_kinds(world: World, entity: Entity) -> Iterator[str]:
    above = [edge for edge in world.edges if edge.child == entity.id]
    if any(edge.rules for edge in above):
        yield "cascade"
    if any(len(edge.rules) < len(world.entities[edge.parent].values) for edge in above):
        yield "absence"
    if entity.kind == "literal":
        yield "exact recall"
    if any(entity.id in triple.entities for triple in world.triples):
        yield "aggregation"
    if entity.tracked:
        yield "tracking"
    if entity.deletable and entity.id in world.orphans:
        yield "deletion"
