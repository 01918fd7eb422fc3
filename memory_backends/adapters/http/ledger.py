"""When what a service holds came to be, in simulated time, and what it is called here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from sim.views import Memory, Session


@dataclass(frozen=True, slots=True)
class Held:
    """Something in a service: its name there, and its text."""

    key: str
    text: str


class Ledger:
    """Dates what a service holds by the session after which it was first seen so.

    A service knows the clock on its wall and names of its own making. Here a memory is called by
    its session and its turn in it, so that two runs call it alike; one whose text has changed is
    dated anew and keeps its name.
    """

    def __init__(self) -> None:
        self._known: dict[str, Memory] = {}
        self._keys: dict[str, str] = {}
        self._last: tuple[str, datetime] = ("", datetime(1, 1, 1))

    def after(self, session: Session, held: Iterable[Held]) -> None:
        """Note what a service holds after it was told a session."""
        self._last = (session.id, session.ended_at)
        self.memories(held)

    def memories(self, held: Iterable[Held]) -> list[Memory]:
        """What a service holds, in its order; what is new came with the last session."""
        return [self._memory(each) for each in held]

    def key(self, memory_id: str) -> str:
        """A memory's name in the service. Raises KeyError when there is none of that id."""
        return self._keys[memory_id]

    def _memory(self, held: Held) -> Memory:
        known = self._known.get(held.key)
        if known is not None and known.text == held.text:
            return known
        session, at = self._last
        if known is None:
            name = f"{session}/{len(self._known)}"
            known = Memory(name, held.text, at, (session,) if session else ())
            self._keys[name] = held.key
        self._known[held.key] = replace(
            known, text=held.text, created_at=at, sessions=(session,) if session else ()
        )
        return self._known[held.key]
