"""Marking the words of a text that carry a fact, for a terminal or for plain text."""

from __future__ import annotations

import re
from collections.abc import Iterable

BOLD, PLAIN = "\x1b[1;4m", "\x1b[0m"


def marked(text: str, needles: Iterable[str], *, color: bool) -> str:
    """The text with every needle underlined, or between ``>>`` and ``<<`` without colours.

    >>> marked("I moved to  Keldara Grove.", ["keldara grove"], color=False)
    'I moved to  >>Keldara Grove<<.'
    """
    spellings = sorted({needle for needle in needles if needle.strip()}, key=lambda n: (-len(n), n))
    if not spellings:
        return text
    before, after = (BOLD, PLAIN) if color else (">>", "<<")
    found = re.compile("|".join(map(_spelling, spellings)), re.IGNORECASE)
    return found.sub(lambda match: f"{before}{match[0]}{after}", text)


def _spelling(needle: str) -> str:
    """Whole words, with any blanks between them."""
    inside = r"\s+".join(map(re.escape, needle.split()))
    return rf"(?<![^\W_]){inside}(?![^\W_])"
