"""What each axis of MEME costs: one entity or several, unchanging or changing (figure 3).

The six kinds fall into four cells. A cell is the mean of its kinds, a side of an axis the mean of
its two cells, the effect of an axis the difference of its sides; only ``filtered`` scores count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from experiments.statistics import Floats, Interval, interval
from experiments.tables.cells import Cells

K = TypeVar("K")

MEASURE = "axes"
CELLS: Mapping[str, tuple[str, ...]] = {
    "single_static": ("exact_recall",),
    "multi_static": ("aggregation",),
    "single_evolving": ("tracking", "deletion"),
    "multi_evolving": ("cascade", "absence"),
}
SIDES: Mapping[str, tuple[str, str]] = {
    "static": ("single_static", "multi_static"),
    "evolving": ("single_evolving", "multi_evolving"),
    "single": ("single_static", "single_evolving"),
    "multi": ("multi_static", "multi_evolving"),
}
EFFECTS: Mapping[str, tuple[str, str]] = {
    "evolving - static": ("evolving", "static"),
    "multi - single": ("multi", "single"),
    "multi_evolving - single_static": ("multi_evolving", "single_static"),
}


class Axis(NamedTuple):
    """A cell, a side or an effect: its value, its interval, and the kinds it rests on."""

    name: str
    mean: float
    bounds: Interval
    kinds: tuple[str, ...]


class _Figure(NamedTuple):
    mean: float
    resampled: Floats
    kinds: tuple[str, ...]


def axes(cells: Cells[K], keys: Mapping[str, K], path: Sequence[str | int]) -> Iterator[Axis]:
    """The figures of one trial; ``keys`` are the cells of its kinds. None if a kind is missing."""
    figures: dict[str, _Figure] = {}
    for name, kinds in CELLS.items():
        means = [cells.at(keys[kind]).mean for kind in kinds if kind in keys]
        known = [mean for mean in means if mean is not None]
        if len(known) < len(kinds):
            return
        resampled = cells.resampled([keys[kind] for kind in kinds], *path)
        figures[name] = _Figure(sum(known) / len(known), resampled, kinds)
    for name, (one, other) in SIDES.items():
        figures[name] = _combined(figures[one], figures[other], 0.5, 0.5)
    for name, (one, other) in EFFECTS.items():
        figures[name] = _combined(figures[one], figures[other], 1.0, -1.0)
    lives = cells.lives_of(list(keys.values()))
    for name, figure in figures.items():
        yield Axis(name, figure.mean, interval(figure.resampled, lives), figure.kinds)


def _combined(one: _Figure, other: _Figure, first: float, second: float) -> _Figure:
    return _Figure(
        first * one.mean + second * other.mean,
        first * one.resampled + second * other.resampled,
        tuple(dict.fromkeys((*one.kinds, *other.kinds))),
    )
