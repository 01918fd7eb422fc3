"""What can go wrong between here and a model: faults that pass, faults that stand.

A *passing* fault (a rate limit, a server's hiccup, a reply that is no JSON) is worth another try; a
*standing* one (a wrong key, an unknown model) is not. ``TooMuch`` is about one prompt alone.
"""

from __future__ import annotations

from collections.abc import Mapping

BUSY = (408, 409, 425, 429)  # and everything from 500 on
SERVER_FAULTS = 500
LONGEST_QUOTE = 200  # characters of a server's own words in our sentence


class Fault(Exception):
    """A call that brought no reply. ``retry_after`` is the wait the server asked for, seconds."""

    def __init__(self, why: str, *, retry_after: float | None = None) -> None:
        self.why, self.retry_after = why, retry_after
        super().__init__(why)


class Passing(Fault):
    """May go well next time."""


class Standing(Fault):
    """Will not go well next time either."""


class TooMuch(Standing):
    """The server refuses this very prompt: it is too long, or asks for what the server lacks."""


def of_status(status: int, body: str, headers: Mapping[str, str], key: str) -> Fault:
    """The fault behind an HTTP status."""
    said = hidden(shortened(body), key)
    why = f"the endpoint answered {status}: {said}" if said else f"the endpoint answered {status}"
    if status in BUSY or status >= SERVER_FAULTS:
        return Passing(why, retry_after=wait_asked_for(headers))
    return TooMuch(why) if status in (400, 413, 422) else Standing(why)


def wait_asked_for(headers: Mapping[str, str]) -> float | None:
    """Seconds that a server asks to wait, from ``retry-after-ms`` or ``retry-after``.

    >>> wait_asked_for({"retry-after": "2"}), wait_asked_for({"retry-after-ms": "50"})
    (2.0, 0.05)
    >>> wait_asked_for({"retry-after": "tomorrow"}) is None
    True
    """
    for name, unit in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        written = headers.get(name, "").strip()
        if written.replace(".", "", 1).isdecimal():
            return float(written) / unit
    return None


def shortened(text: str) -> str:
    """A server's words on one short line."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_QUOTE else line[: LONGEST_QUOTE - 3] + "..."


def hidden(text: str, key: str) -> str:
    """A text without the key, should a server repeat it.

    >>> hidden("Incorrect API key: sk-123", "sk-123")
    'Incorrect API key: ***'
    """
    return text.replace(key, "***") if key else text
