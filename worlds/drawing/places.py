"""Where entities stand: columns by depth; every parent at the middle of its children."""

from __future__ import annotations

from collections.abc import Mapping

from worlds.world import World

Place = tuple[int, float]
ORPHAN_ROWS = 12  # at least so many apart entities stand in one column


def places(world: World) -> dict[str, Place]:
    """Column and row of every entity: roots first, children right of all parents, orphans last.

    Entities at the end of a chain fill the rows one by one, tree by tree; a child of several
    parents stands with the rightmost of them. The entities apart fill as many columns as it takes
    to be about as high as the rest.
    """
    column = _columns(world)
    rows = _rows(world, column)
    found = {entity: (column[entity], rows[entity]) for entity in column}
    height = max(ORPHAN_ROWS, *(int(row) + 1 for row in rows.values()), 0)
    first = 1 + max(column.values(), default=-1)
    for index, entity in enumerate(world.orphans):
        found[entity] = (first + index // height, float(index % height))
    return {entity: found[entity] for entity in world.entities}


def _columns(world: World) -> dict[str, int]:
    import networkx as nx

    column: dict[str, int] = {}
    for entity in nx.lexicographical_topological_sort(world.graph):
        if entity not in world.orphans:
            above = (column[parent] for parent in world.graph.pred[entity])
            column[entity] = 1 + max(above, default=-1)
    return column


def _rows(world: World, column: Mapping[str, int]) -> dict[str, float]:
    below: dict[str, list[str]] = {entity: [] for entity in column}
    for entity in world.entities:
        parents = [edge.parent for edge in world.edges if edge.child == entity]
        if parents:
            below[max(parents, key=lambda parent: column[parent])].append(entity)
    rows: dict[str, float] = {}
    for root in world.roots:
        _place(root, below, rows)
    return rows


def _place(entity: str, below: Mapping[str, list[str]], rows: dict[str, float]) -> None:
    """The children first; one without any takes the next row that is free for all."""
    for child in below[entity]:
        _place(child, below, rows)
    under = [rows[child] for child in below[entity]]
    rows[entity] = (
        sum(under) / len(under) if under else 1.0 + max((int(r) for r in rows.values()), default=-1)
    )
