"""UNKNOWN, the value of an entity that can no longer be told (written as an up tack in MEME)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Unknown(StrEnum):
    """A type with one member; a string in JSON, one and the same object after pickling.

    >>> UNKNOWN, UNKNOWN is Unknown("UNKNOWN")
    (UNKNOWN, True)
    """

    UNKNOWN = "UNKNOWN"

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN: Final = Unknown.UNKNOWN
Value = str | Unknown
