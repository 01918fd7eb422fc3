"""What people say around the matter itself, unless a domain pack has words of its own."""

from __future__ import annotations

from functools import lru_cache

from personas.sheets import LIBRARY, Sheet, read
from personas.texts import Texts


class SmallTalk(Sheet):
    """Greetings before an opening, questions on any topic, and closings."""

    greetings: Texts
    follow_ups: Texts
    closings: Texts


@lru_cache(maxsize=1)
def small_talk() -> SmallTalk:
    """The small talk that comes with the package."""
    return read(LIBRARY / "small_talk.yaml", SmallTalk)
