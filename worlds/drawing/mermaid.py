"""The graph as Mermaid text, for pages that render it."""

from __future__ import annotations

from collections.abc import Iterator

from worlds.drawing.kinds import FILL, role, task_kinds
from worlds.world import Edge, World


def mermaid(world: World) -> Iterator[str]:
    """The lines of a ``graph LR``."""
    yield "graph LR"
    for entity in world.entities.values():
        kinds = ", ".join(task_kinds(world, entity))
        label = f"{entity.phrase}<br/><small>{kinds}</small>" if kinds else entity.phrase
        yield f'  {entity.id}["{label}"]:::{role(world, entity)}'
    for edge in world.edges:
        arrow = f"-->|{rule_count(edge)}|" if edge.rules else "-.->"
        yield f"  {edge.parent} {arrow} {edge.child}"
    for triple in world.triples:
        first, second, third = triple.entities
        yield f"  {first} ~~~ {second} ~~~ {third}"
    for name, colour in FILL.items():
        yield f"  classDef {name} fill:{colour},stroke:#555,color:#111"


def rule_count(edge: Edge) -> str:
    """How many rules an edge has, in words."""
    return f"{len(edge.rules)} rule{'' if len(edge.rules) == 1 else 's'}"
