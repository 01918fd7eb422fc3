"""A world as a picture: Mermaid text, or an SVG that needs nothing to be looked at."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Literal

from worlds.world import Edge, Entity, World

Format = Literal["mermaid", "svg"]

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
    "dependent": "dependent: cascade where rules lead on, absence where none does",
    "tracked": "tracking",
    "deletable": "deletion",
    "literal": "exact recall",
    "apart": "aggregation and everything else",
}
WIDTH, HEIGHT, ACROSS, DOWN, MARGIN = 190, 34, 290, 50, 24


def draw(world: World, form: Format = "mermaid") -> str:
    """The graph with its roots, rules and the task kinds each entity is meant for.

    A solid arrow has rules (their number stands on it), a dashed one has none.
    """
    return "\n".join(_mermaid(world) if form == "mermaid" else _svg(world)) + "\n"


def role(world: World, entity: Entity) -> str:
    """What an entity is for: a key of ``MEANING``."""
    if entity.id in world.roots:
        return "root"
    if entity.id not in world.orphans:
        return "dependent"
    if entity.kind == "literal":
        return "literal"
    return "tracked" if entity.tracked else "deletable" if entity.deletable else "apart"


def _mermaid(world: World) -> Iterator[str]:
    yield "graph LR"
    for entity in world.entities.values():
        yield f'  {entity.id}["{entity.phrase}"]:::{role(world, entity)}'
    for edge in world.edges:
        arrow = f"-->|{_count(edge)}|" if edge.rules else "-.->"
        yield f"  {edge.parent} {arrow} {edge.child}"
    for triple in world.triples:
        first, second, third = triple.entities
        yield f"  {first} ~~~ {second} ~~~ {third}"
    for name, colour in FILL.items():
        yield f"  classDef {name} fill:{colour},stroke:#555,color:#111"


def _count(edge: Edge) -> str:
    return f"{len(edge.rules)} rule{'s' if len(edge.rules) > 1 else ''}"


def places(world: World) -> dict[str, tuple[int, int]]:
    """Column and row of every entity: roots first, children right of all parents, orphans last."""
    import networkx as nx

    column: dict[str, int] = {}
    for entity in nx.lexicographical_topological_sort(world.graph):
        column[entity] = 1 + max((column[p] for p in world.graph.pred[entity]), default=-1)
    last = 1 + max(column.values())
    column.update((entity, last) for entity in world.orphans)
    rows: dict[int, int] = {}
    found: dict[str, tuple[int, int]] = {}
    for entity in world.entities:
        row = rows[column[entity]] = rows.get(column[entity], -1) + 1
        found[entity] = (column[entity], row)
    return found


def _svg(world: World) -> Iterator[str]:
    placed = places(world)
    rows = 1 + max(row for _, row in placed.values())
    width = 2 * MARGIN + ACROSS * max(c for c, _ in placed.values()) + max(WIDTH, 460)
    height = 3 * MARGIN + DOWN * rows + 18 * len(MEANING)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif" font-size="12">'
    )
    yield f"<title>{escape(world.name)}</title>"
    yield '<rect width="100%" height="100%" fill="white"/>'
    yield (
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" '
        'markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" fill="#555"/></marker></defs>'
    )
    for edge in world.edges:
        yield from _arrow(edge, placed)
    for entity in world.entities.values():
        yield from _box(world, entity, placed[entity.id])
    yield from _legend(MARGIN * 2 + DOWN * rows)
    yield "</svg>"


def _arrow(edge: Edge, placed: dict[str, tuple[int, int]]) -> Iterator[str]:
    (x0, y0), (x1, y1) = (_corner(placed[edge.parent]), _corner(placed[edge.child]))
    x0, y0, y1 = x0 + WIDTH, y0 + HEIGHT // 2, y1 + HEIGHT // 2
    bend = (x1 - x0) // 2
    dash = "" if edge.rules else ' stroke-dasharray="5 4"'
    told = "; ".join(f"{rule.when} -> {rule.then}" for rule in edge.rules) or "no rule"
    yield (
        f'<path d="M{x0} {y0}C{x0 + bend} {y0} {x1 - bend} {y1} {x1} {y1}" fill="none" '
        f'stroke="#555"{dash} marker-end="url(#tip)"><title>{escape(told)}</title></path>'
    )
    if edge.rules:
        yield (
            f'<text x="{x1 - 12}" y="{y1 - 4}" text-anchor="end" '
            f'fill="#333" font-size="10">{_count(edge)}</text>'
        )


def _box(world: World, entity: Entity, place: tuple[int, int]) -> Iterator[str]:
    x, y = _corner(place)
    colour = FILL[role(world, entity)]
    yield (
        f"<g><title>{escape(entity.id)}: {escape(', '.join(entity.pool))}</title>"
        f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="7" fill="{colour}" '
        f'stroke="#555"/><text x="{x + WIDTH // 2}" y="{y + HEIGHT // 2 + 4}" '
        f'text-anchor="middle">{escape(entity.phrase)}</text></g>'
    )


def _legend(top: int) -> Iterator[str]:
    for index, (name, meaning) in enumerate(MEANING.items()):
        y = top + 18 * index
        yield f'<rect x="{MARGIN}" y="{y}" width="14" height="12" fill="{FILL[name]}"/>'
        yield f'<text x="{MARGIN + 22}" y="{y + 10}">{escape(meaning)}</text>'


def _corner(place: tuple[int, int]) -> tuple[int, int]:
    column, row = place
    return MARGIN + ACROSS * column, MARGIN + DOWN * row
