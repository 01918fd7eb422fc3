"""LoCoMo's dates, such as "1:56 pm on 8 May, 2023": read strictly, never guessed."""

from __future__ import annotations

import re
from datetime import datetime

from sim.errors import BadData

_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_DATE = re.compile(r"(\d{1,2}):(\d{2}) (am|pm) on (\d{1,2}) (\w+), (\d{4})")


def date(text: str, where: str) -> datetime:
    """The date a text stands for; months are English whatever the machine speaks.

    >>> date("1:56 pm on 8 May, 2023", "here"), date("12:05 am on 1 March, 2024", "here")
    (datetime.datetime(2023, 5, 8, 13, 56), datetime.datetime(2024, 3, 1, 0, 5))

    Raises BadData for any other text.
    """
    found = _DATE.fullmatch(text)
    if found is None or found[5] not in _MONTHS or not 1 <= int(found[1]) <= 12:
        raise BadData(where, f"{text!r} is no date such as '1:56 pm on 8 May, 2023'")
    hour = int(found[1]) % 12 + (12 if found[3] == "pm" else 0)
    month = _MONTHS.index(found[5]) + 1
    try:
        return datetime(int(found[6]), month, int(found[4]), hour, int(found[2]))
    except ValueError as error:
        raise BadData(where, f"{text!r} is no date: {error}") from error
