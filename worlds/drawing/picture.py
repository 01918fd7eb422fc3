"""What there is to draw, in units of one pixel, before it becomes a file of some form."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from worlds.drawing.kinds import FILL, MEANING, role, task_kinds
from worlds.drawing.mermaid import rule_count
from worlds.drawing.places import Place, places
from worlds.world import Edge, Entity, World

WIDTH, HEIGHT, ACROSS, DOWN, MARGIN = 200, 36, 290, 46, 24
LINE, PANEL = 14, 420
TOP = 2 * MARGIN  # below the title


@dataclass(frozen=True, slots=True)
class Box:
    """An entity: what it is called, what it is for, and its pool as a hint."""

    x: int
    y: int
    fill: str
    label: str
    kinds: str
    hint: str


@dataclass(frozen=True, slots=True)
class Arrow:
    """From the right side of a parent to the left side of a child; dashed without rules."""

    start: tuple[int, int]
    end: tuple[int, int]
    is_dashed: bool
    label: str
    hint: str


@dataclass(frozen=True, slots=True)
class Writing:
    """A line of text beginning at a point; with a ``swatch``, a field of colour before it."""

    x: int
    y: int
    text: str
    size: int = 11
    is_bold: bool = False
    swatch: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything on the sheet."""

    name: str
    width: int
    height: int
    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]
    writings: tuple[Writing, ...]


def picture(world: World) -> Picture:
    """The graph on the left, every rule written out on the right, the legend below."""
    placed = places(world)
    columns = 1 + max(column for column, _ in placed.values())
    bottom = TOP + DOWN * (1 + int(max(row for _, row in placed.values())))
    panel = tuple(_panel(world, MARGIN + ACROSS * columns))
    legend = tuple(_legend(bottom + MARGIN))
    height = max(writing.y for writing in (*panel, *legend)) + MARGIN
    width = ACROSS * columns + (PANEL if world.rules else 0) + 2 * MARGIN
    title = Writing(MARGIN, MARGIN + 4, f"{world.name}: {_counts(world)}", 14, is_bold=True)
    return Picture(
        world.name,
        width,
        height,
        tuple(_box(world, entity, placed[entity.id]) for entity in world.entities.values()),
        tuple(_arrow(edge, placed) for edge in world.edges),
        (title, *panel, *legend),
    )


def _counts(world: World) -> str:
    return (
        f"{len(world.entities)} entities, {len(world.edges)} dependencies, "
        f"{len(world.rules)} rules, chains of up to {world.depth}"
    )


def _box(world: World, entity: Entity, place: Place) -> Box:
    x, y = _corner(place)
    kinds = ", ".join(task_kinds(world, entity)) or ("root" if entity.id in world.roots else "")
    hint = f"{entity.id}: {', '.join(entity.pool)}"
    return Box(x, y, FILL[role(world, entity)], entity.phrase, kinds, hint)


def _arrow(edge: Edge, placed: dict[str, Place]) -> Arrow:
    (x0, y0), (x1, y1) = _corner(placed[edge.parent]), _corner(placed[edge.child])
    told = "; ".join(f"{rule.when} -> {rule.then}" for rule in edge.rules) or "no rule"
    label = rule_count(edge) if edge.rules else ""
    half = HEIGHT // 2
    return Arrow((x0 + WIDTH, y0 + half), (x1, y1 + half), not edge.rules, label, told)


def _panel(world: World, x: int) -> Iterator[Writing]:
    """The rules, edge by edge."""
    y = TOP
    for edge in world.edges:
        if not edge.rules:
            continue
        child, parent = (world.entities[name].phrase for name in (edge.child, edge.parent))
        yield Writing(x, y, f"{child}, by {parent} ({edge.pattern})", is_bold=True)
        for rule in edge.rules:
            y += LINE
            yield Writing(x + 10, y, f"{rule.when} → {rule.then}", 10)
        y += LINE + 6


def _legend(top: int) -> Iterator[Writing]:
    for index, (name, meaning) in enumerate(MEANING.items()):
        yield Writing(MARGIN, top + 18 * index, meaning, 12, swatch=FILL[name])
    solid = "solid arrow: with rules; dashed arrow: a dependency without any"
    yield Writing(MARGIN, top + 18 * len(MEANING), solid, 12)


def _corner(place: Place) -> tuple[int, int]:
    column, row = place
    return MARGIN + ACROSS * column, TOP + int(DOWN * row)
