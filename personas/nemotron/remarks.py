"""What an import has to say about a row: why it was refused, or what was put in its place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Remark:
    """A row by its place in the file, from 1 on, and what is to be said of it.

    >>> print(Remark(3, "refused", "no text says who this is"))
    row 3 refused: no text says who this is
    """

    row: int
    what: str
    why: str

    def __str__(self) -> str:
        return f"row {self.row} {self.what}: {self.why}"
