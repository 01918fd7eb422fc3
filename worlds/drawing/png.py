"""A picture as PNG, drawn by matplotlib (optional: ``pip install 'lifeworld[draw]'``)."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from sim.errors import MissingExtra
from worlds.drawing.picture import HEIGHT, WIDTH, Arrow, Box, Picture, Writing

DPI = 100  # matplotlib's figures are measured in inches
POINTS = 72 / DPI  # and its letters in points


def png(picture: Picture, scale: float) -> bytes:
    """The bytes of the file, ``scale`` pixels a unit; the same picture gives the same bytes."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError as cause:
        raise MissingExtra("drawing a PNG", "draw") from cause
    figure = Figure(figsize=(picture.width / DPI, picture.height / DPI), dpi=DPI * scale)
    FigureCanvasAgg(figure)
    sheet: Any = figure.add_axes((0, 0, 1, 1))
    sheet.set(xlim=(0, picture.width), ylim=(picture.height, 0))
    sheet.axis("off")
    for arrow in picture.arrows:
        _arrow(sheet, arrow)
    for box in picture.boxes:
        _box(sheet, box)
    for writing in picture.writings:
        _writing(sheet, writing)
    written = BytesIO()
    figure.savefig(written, format="png", facecolor="white", metadata={"Software": None})
    return written.getvalue()


def _arrow(sheet: Any, arrow: Arrow) -> None:
    from matplotlib.patches import FancyArrowPatch
    from matplotlib.path import Path

    (x0, y0), (x1, y1) = arrow.start, arrow.end
    bend = (x1 - x0) / 2
    curve = Path(
        [(x0, y0), (x0 + bend, y0), (x1 - bend, y1), (x1, y1)],
        [Path.MOVETO, Path.CURVE4, Path.CURVE4, Path.CURVE4],
    )
    style = (0, (5, 4)) if arrow.is_dashed else "solid"
    sheet.add_patch(FancyArrowPatch(path=curve, arrowstyle="-|>", mutation_scale=8, linewidth=0.8,
                                    linestyle=style, color="#555555"))  # fmt: skip
    if arrow.label:
        sheet.text(x1 - 12, y1 - 4, arrow.label, ha="right", fontsize=10 * POINTS,
                   color="#333333",
                   bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.5})  # fmt: skip


def _box(sheet: Any, box: Box) -> None:
    from matplotlib.patches import FancyBboxPatch

    sheet.add_patch(FancyBboxPatch((box.x, box.y), WIDTH, HEIGHT, linewidth=0.8, facecolor=box.fill,
                                   edgecolor="#555555",
                                   boxstyle="round,pad=0,rounding_size=7"))  # fmt: skip
    middle = box.x + WIDTH / 2
    sheet.text(middle, box.y + 16, box.label, ha="center", fontsize=12 * POINTS)
    sheet.text(middle, box.y + 29, box.kinds, ha="center", fontsize=10 * POINTS, color="#444444")


def _writing(sheet: Any, writing: Writing) -> None:
    from matplotlib.patches import Rectangle

    x = writing.x
    if writing.swatch:
        sheet.add_patch(Rectangle((x, writing.y - 10), 14, 12, facecolor=writing.swatch))
        x += 22
    weight = "bold" if writing.is_bold else "normal"
    sheet.text(x, writing.y, writing.text, fontsize=writing.size * POINTS, weight=weight,
               color="#222222")  # fmt: skip
