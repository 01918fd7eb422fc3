"""The graph itself: it must have no cycle."""

from __future__ import annotations

from collections.abc import Iterator

from worlds.problems import Problem, error
from worlds.world import World


def cycles(world: World) -> Iterator[Problem]:
    """The first cycle found, written out."""
    import networkx as nx

    try:
        found = nx.find_cycle(world.graph)
    except nx.NetworkXNoCycle:
        return
    chain = " -> ".join([*(edge[0] for edge in found), found[0][0]])
    yield error("edges", f"the dependencies go round in a circle: {chain}")
