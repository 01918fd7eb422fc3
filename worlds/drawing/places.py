"""Where entities stand: columns by depth, rows so that arrows cross little."""

from __future__ import annotations

from collections.abc import Mapping

from worlds.world import World

ORPHAN_ROWS = 12  # at least so many apart entities stand in one column


def places(world: World) -> dict[str, tuple[int, int]]:
    """Column and row of every entity: roots first, children right of all parents, orphans last.

    Children stand at the height of their parents, in the order of the file where they tie; so do
    the entities apart, which fill as many columns as it takes to be no higher than the rest.
    """
    column = _columns(world)
    found: dict[str, tuple[int, int]] = {}
    for number in range(1 + max(column.values(), default=-1)):
        members = [entity for entity in world.entities if column.get(entity) == number]
        members.sort(key=lambda entity: _height(world, entity, found))
        found.update((entity, (number, row)) for row, entity in enumerate(members))
    rows = max(ORPHAN_ROWS, *(row + 1 for _, row in found.values()), 0)
    first = 1 + max(column.values(), default=-1)
    for index, entity in enumerate(world.orphans):
        found[entity] = (first + index // rows, index % rows)
    return {entity: found[entity] for entity in world.entities}


def _columns(world: World) -> dict[str, int]:
    import networkx as nx

    column: dict[str, int] = {}
    for entity in nx.lexicographical_topological_sort(world.graph):
        if entity not in world.orphans:
            above = (column[parent] for parent in world.graph.pred[entity])
            column[entity] = 1 + max(above, default=-1)
    return column


def _height(world: World, entity: str, found: Mapping[str, tuple[int, int]]) -> float:
    """The mean row of the parents, each as a share of its column."""
    rows = [found[parent] for parent in world.graph.pred[entity]]
    sizes = {column: sum(1 for c, _ in found.values() if c == column) for column, _ in rows}
    return sum(row / sizes[column] for column, row in rows) / len(rows) if rows else 0.0
