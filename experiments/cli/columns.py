"""How rows stand in columns: figures are always whole, names are wrapped, prose is cut.

What does not fit beside the first column goes on below it in another block, so that nothing that
was measured is ever left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest

GAP = 2  # blanks between columns
NARROWEST, WIDEST_PROSE = 16, 60  # columns of text
_NUMBER = re.compile(r"-?[\d.]*")
_FIGURE = re.compile(r"(-|-?[\d.]+( \([\d.-]+\))?)?")  # a number, with bounds or without
_WORD = re.compile(r"\S+\s*")  # names are broken behind blanks
_PART = re.compile(
    r"[^,:;\[\]|/_.=-]*[,:;\[\]|/_.=\s-]*"
)  # or, where a word is too long, behind marks


@dataclass(frozen=True)
class Column:
    """A column: its title, its cells, and whether they are prose, of which a part is enough."""

    title: str
    cells: Sequence[str]
    prose: bool = False

    @cached_property
    def is_number(self) -> bool:
        """Whether all cells are numbers, which stand to the right."""
        return all(_NUMBER.fullmatch(cell) for cell in self.cells)

    @cached_property
    def is_figure(self) -> bool:
        """Whether all cells are measured values, which are never cut or wrapped."""
        return all(_FIGURE.fullmatch(cell) for cell in self.cells)

    @property
    def wanted(self) -> int:
        """The width in which nothing has to be wrapped or cut."""
        longest = max(map(len, self.cells), default=0)
        return max(len(self.title), min(longest, WIDEST_PROSE) if self.prose else longest)

    @property
    def least(self) -> int:
        """The width below which it cannot be read."""
        words = max((len(part.strip()) for part in _PART.findall(self.title)), default=0)
        longest = max(map(len, self.cells), default=0)
        return max(words, longest if self.is_figure else min(longest, NARROWEST))

    def lines(self, cell: str, width: int) -> list[str]:
        """A cell in the width of the column, padded."""
        if self.prose:
            shown = [cell if len(cell) <= width else f"{cell[: width - 3]}..."]
        else:
            shown = broken(cell, width)
        return [line.rjust(width) if self.is_number else line.ljust(width) for line in shown]


def blocks(columns: Sequence[Column], room: int) -> Iterator[dict[str, int]]:
    """Widths by title, a mapping a block; every block but the first begins with column one."""
    for members in _packed(columns, room):
        widths = {column.title: column.wanted for column in members}
        least = {c.title: c.least for c in members}
        while sum(widths.values()) + GAP * (len(widths) - 1) > room:
            loose = [title for title in widths if widths[title] > least[title]]
            if not loose:
                break  # a single column wider than the room: the terminal wraps it
            widths[max(loose, key=widths.__getitem__)] -= 1
        yield widths


def printed(columns: Sequence[Column], widths: dict[str, int], row: int | None) -> Iterator[str]:
    """The lines of a row (None: the titles) in the columns that have a width."""
    shown = [(column, widths[column.title]) for column in columns if column.title in widths]
    cells = [
        column.lines(column.cells[row], width) if row is not None else _title(column, width)
        for column, width in shown
    ]
    blank = [" " * width for _, width in shown]
    for parts in zip_longest(*cells):
        line = (part if part is not None else blank[at] for at, part in enumerate(parts))
        yield (" " * GAP).join(line).rstrip()


def broken(text: str, width: int) -> list[str]:
    """A name in lines: broken behind blanks, behind marks where it must be, else anywhere.

    >>> broken("my_module:MyMemory[granularity=session, k1=1.2] | universal", 20)
    ['my_module:MyMemory[', 'granularity=session,', 'k1=1.2] | universal']
    """
    lines = [""]
    for token in _tokens(text, width):
        if len((lines[-1] + token).rstrip()) > width and lines[-1]:
            lines.append("")
        lines[-1] += token
        while len(lines[-1].rstrip()) > width:
            lines[-1:] = [lines[-1][:width], lines[-1][width:]]
    return [line.rstrip() for line in lines]


def _title(column: Column, width: int) -> list[str]:
    shown = broken(column.title, width)
    return [line.rjust(width) if column.is_number else line.ljust(width) for line in shown]


def _packed(columns: Sequence[Column], room: int) -> Iterator[list[Column]]:
    """As many columns a block as fit at their narrowest."""
    first, *rest = columns
    block = [first]
    for column in rest:
        if sum(each.least + GAP for each in (*block, column)) - GAP > room and len(block) > 1:
            yield block
            block = [first]
        block.append(column)
    yield block


def _tokens(text: str, width: int) -> Iterator[str]:
    """The words of a text with the blanks behind them; long ones in parts."""
    for word in _WORD.findall(text):
        if len(word.rstrip()) <= width:
            yield word
        else:
            yield from (part for part in _PART.findall(word) if part)
