"""The three forms of a drawing."""

from __future__ import annotations

from typing import Literal

from worlds.drawing.mermaid import mermaid
from worlds.drawing.picture import picture
from worlds.drawing.png import png
from worlds.drawing.svg import svg
from worlds.world import World

Format = Literal["mermaid", "svg"]


def draw(world: World, form: Format = "mermaid") -> str:
    """The graph as text, with its roots, rules and the task kinds each entity is meant for.

    A solid arrow has rules (their number stands on it), a dashed one has none. In the SVG every
    rule is written out beside the graph.
    """
    return "\n".join(mermaid(world) if form == "mermaid" else svg(picture(world))) + "\n"


def draw_png(world: World, scale: float = 2.0) -> bytes:
    """The picture of the SVG as the bytes of a PNG file, ``scale`` pixels a unit.

    Raises MissingExtra without the packages of ``lifeworld[draw]``.
    """
    return png(picture(world), scale)
