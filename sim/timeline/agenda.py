"""What the user still wants to talk about, most pressing first."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count

from simpy import Environment, Event
from simpy.resources.store import PriorityStore, StoreGet

from sim.clock import Minutes
from sim.plans import Happening, SessionPlan

NEWS, DAILY = 0, 1  # what happened in the person's world comes before the domains of their life


@dataclass(order=True, frozen=True, slots=True)
class Entry:
    """One session asked for. Entries go by priority, then by date, then in the order of asking.

    ``held`` happens when the session was held; the facts in ``ends`` need not be remembered then.
    """

    priority: int
    asked_at: Minutes
    number: int
    plan: SessionPlan = field(compare=False)
    held: Event = field(compare=False)
    domain: str = field(compare=False, default="")
    happening: Happening | None = field(compare=False, default=None)
    ends: tuple[str, ...] = field(compare=False, default=())
    strand: str = field(compare=False, default="")


class Agenda:
    """The sessions asked for and not held yet."""

    def __init__(self, env: Environment) -> None:
        self._env = env
        self._waiting = PriorityStore(env)
        self._numbers = count()
        self._void: dict[str, int] = {}

    def ask(
        self,
        plan: SessionPlan,
        *,
        domain: str = "",
        happening: Happening | None = None,
        ends: tuple[str, ...] = (),
        strand: str = "",
    ) -> Event:
        """Put a session on the agenda; the event happens once it was held."""
        priority = DAILY if happening is None else NEWS
        held, now = self._env.event(), int(self._env.now)
        number = next(self._numbers)
        entry = Entry(priority, now, number, plan, held, domain, happening, ends, strand)
        self._waiting.put(entry)
        return held

    def take(self) -> StoreGet:
        """The most pressing entry, as soon as there is one."""
        return self._waiting.get()

    def put_back(self, entry: Entry) -> None:
        """Return an entry to the place it had."""
        self._waiting.put(entry)

    def withdraw(self, domain: str) -> None:
        """Make void whatever a domain has asked for so far."""
        self._void[domain] = next(self._numbers)

    def is_void(self, entry: Entry) -> bool:
        """Whether an entry was withdrawn; it may have been taken in that very minute."""
        return entry.number < self._void.get(entry.domain, 0)
