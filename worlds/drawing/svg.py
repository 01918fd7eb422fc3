"""A picture as SVG text; pools and rules show when the pointer rests on a box or an arrow."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from worlds.drawing.picture import HEIGHT, WIDTH, Arrow, Box, Picture, Writing

TIP = (
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" '
    'markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" fill="#555"/></marker></defs>'
)


def svg(picture: Picture) -> Iterator[str]:
    """The lines of the file."""
    size = f'width="{picture.width}" height="{picture.height}"'
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {picture.width} {picture.height}" '
        f'{size} font-family="sans-serif" font-size="12">'
    )
    yield f"<title>{escape(picture.name)}</title>"
    yield '<rect width="100%" height="100%" fill="white"/>'
    yield TIP
    for arrow in picture.arrows:
        yield from _arrow(arrow)
    for box in picture.boxes:
        yield from _box(box)
    for writing in picture.writings:
        yield from _writing(writing)
    yield "</svg>"


def _arrow(arrow: Arrow) -> Iterator[str]:
    (x0, y0), (x1, y1) = arrow.start, arrow.end
    bend = (x1 - x0) // 2
    dash = ' stroke-dasharray="5 4"' if arrow.is_dashed else ""
    yield (
        f'<path d="M{x0} {y0}C{x0 + bend} {y0} {x1 - bend} {y1} {x1} {y1}" fill="none" '
        f'stroke="#555"{dash} marker-end="url(#tip)"><title>{escape(arrow.hint)}</title></path>'
    )
    if arrow.label:
        yield (
            f'<text x="{x1 - 12}" y="{y1 - 4}" text-anchor="end" fill="#333" '
            f'font-size="10" stroke="white" stroke-width="3" paint-order="stroke">'
            f"{arrow.label}</text>"
        )


def _box(box: Box) -> Iterator[str]:
    middle = box.x + WIDTH // 2
    yield (
        f"<g><title>{escape(box.hint)}</title>"
        f'<rect x="{box.x}" y="{box.y}" width="{WIDTH}" height="{HEIGHT}" rx="7" '
        f'fill="{box.fill}" stroke="#555"/>'
        f'<text x="{middle}" y="{box.y + 16}" text-anchor="middle">{escape(box.label)}</text>'
        f'<text x="{middle}" y="{box.y + 29}" text-anchor="middle" font-size="10" '
        f'fill="#444">{escape(box.kinds)}</text></g>'
    )


def _writing(writing: Writing) -> Iterator[str]:
    x = writing.x
    if writing.swatch:
        yield (
            f'<rect x="{x}" y="{writing.y - 10}" width="14" height="12" fill="{writing.swatch}"/>'
        )
        x += 22
    weight = ' font-weight="bold"' if writing.is_bold else ""
    yield (
        f'<text x="{x}" y="{writing.y}" font-size="{writing.size}"{weight} '
        f'fill="#222">{escape(writing.text)}</text>'
    )
