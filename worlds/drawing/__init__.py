"""A world as a picture: Mermaid text, an SVG that needs nothing to be looked at, or a PNG."""

from worlds.drawing.draw import Format, draw, draw_png
from worlds.drawing.kinds import MEANING, role, task_kinds
from worlds.drawing.places import places

__all__ = ["MEANING", "Format", "draw", "draw_png", "places", "role", "task_kinds"]
