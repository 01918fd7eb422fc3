"""Simulated time: whole minutes since a life began, and the dates they stand for.

Inside a life time is an integer, so that SimPy compares exactly. Whatever leaves the life (turns,
sessions, questions) carries a naive ``datetime``: the simulated person's local time.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

Minutes = int

HOUR: Minutes = 60
DAY: Minutes = 24 * HOUR
WEEK: Minutes = 7 * DAY


@dataclass(frozen=True, slots=True)
class Calendar:
    """When a life begins, and hence what date a minute stands for.

    >>> calendar = Calendar(datetime(2031, 1, 6))
    >>> calendar.date(2 * DAY + 90)
    datetime.datetime(2031, 1, 8, 1, 30)
    >>> calendar.minute(datetime(2031, 1, 8, 1, 30)) == 2 * DAY + 90
    True
    """

    start: datetime

    def date(self, minute: Minutes) -> datetime:
        """The date that a minute of this life stands for."""
        return self.start + timedelta(minutes=minute)

    def minute(self, date: datetime) -> Minutes:
        """The minute of this life at which a date falls; seconds are dropped."""
        return int((date - self.start).total_seconds() // 60)

    def month(self, count: int) -> Minutes:
        """The minute at which month ``count`` of this life is over, by the calendar.

        >>> Calendar(datetime(2031, 1, 31)).month(1) // DAY       # 28 February
        28
        """
        years, month = divmod(self.start.month - 1 + count, 12)
        first = self.start.replace(year=self.start.year + years, month=month + 1, day=1)
        following = (first + timedelta(days=31)).replace(day=1)
        last_day = (following - timedelta(days=1)).day
        return self.minute(first.replace(day=min(self.start.day, last_day)))
