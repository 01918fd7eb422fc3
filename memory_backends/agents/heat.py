"""Segments of mid-term memory and their heat (MemoryOS, section 3.3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from math import exp

from sim.views import Memory

SECONDS_AN_HOUR = 3600.0


@dataclass(frozen=True, slots=True)
class Segment:
    """Pages on one topic. ``learnt`` of them, from the first, were learnt from already."""

    topic: str
    pages: tuple[Memory, ...]
    visits: int
    last: datetime
    learnt: int = 0

    @property
    def fresh(self) -> tuple[Memory, ...]:
        """The pages that nothing was learnt from yet."""
        return self.pages[self.learnt :]

    @property
    def began(self) -> datetime:
        """When the first page was said."""
        return min(page.created_at for page in self.pages)

    def heat(self, now: datetime, hours: float) -> float:
        """Visits, fresh pages, and recency between 0 and 1, each counting once (the paper's 1).

        >>> page = Memory("p", "I sing.", datetime(2031, 1, 1))
        >>> Segment("music", (page,), 2, datetime(2031, 1, 1)).heat(datetime(2031, 1, 1), 24)
        4.0
        """
        gone = (now - self.last).total_seconds() / SECONDS_AN_HOUR
        return self.visits + len(self.fresh) + exp(-max(0.0, gone) / hours)

    def joined(self, page: Memory) -> Segment:
        """With a page more."""
        last = max(self.last, page.created_at)
        return replace(self, pages=(*self.pages, page), last=last)

    def has(self, page_id: str) -> bool:
        """Whether a page is in it."""
        return any(page.id == page_id for page in self.pages)

    def without(self, page_id: str) -> Segment:
        """With a page less."""
        place = next(n for n, page in enumerate(self.pages) if page.id == page_id)
        left = (*self.pages[:place], *self.pages[place + 1 :])
        return replace(self, pages=left, learnt=self.learnt - (place < self.learnt))

    def head(self, at: datetime) -> Memory:
        """All that was said by a date, to be compared with a query; called by its topic."""
        text = "\n".join(page.text for page in self.pages if page.created_at <= at)
        return Memory(self.topic, text, self.last)
