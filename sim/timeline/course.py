"""The course of one life: what its processes share, and the little they can do with it."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from simpy import Environment, Event, Process

from sim.clock import Minutes
from sim.facts import Ledger
from sim.life import Life
from sim.moments import Moment
from sim.plans import DomainScript, SessionPlan
from sim.timeline.agenda import Agenda


@dataclass(frozen=True, slots=True)
class Wish:
    """A conversation the user is about to have; ``talked`` happens, with it, when it is made.

    The clock stands still meanwhile, so the cast is never called from inside a SimPy process.
    """

    plan: SessionPlan
    talked: Event


@dataclass(slots=True)
class Course:
    """Clock, ledger and agenda of a life, and what has come of it so far.

    ``moments`` wait to be handed out. ``running`` are the domains under way, by name. ``talking``
    happens when the session under way is over. ``dropped`` are plans that a shift made void.
    """

    life: Life
    env: Environment = field(default_factory=Environment)
    ledger: Ledger = field(default_factory=Ledger)
    moments: deque[Moment] = field(default_factory=deque)
    running: dict[str, tuple[DomainScript, Process]] = field(default_factory=dict)
    held: set[str] = field(default_factory=set)
    dropped: list[str] = field(default_factory=list)
    wish: Wish | None = None
    talking: Event | None = None
    agenda: Agenda = field(init=False)

    def __post_init__(self) -> None:
        self.agenda = Agenda(self.env)

    @property
    def now(self) -> Minutes:
        """The present minute of the life."""
        return int(self.env.now)

    def until(self, minute: Minutes) -> Event:
        """Wait until a minute of the life; one that is over does not wait."""
        return self.env.timeout(max(0, minute - self.now))

    def end_of(self, minute: Minutes) -> Event:
        """Wait until everything that happens in a minute has happened."""
        return EndOfMinute(self.env, minute)

    def emit(self, moment: Moment) -> None:
        """Hand a moment out."""
        self.moments.append(moment)

    def talk(self, plan: SessionPlan) -> Event:
        """Have a conversation; the event's value is the ``Conversation``."""
        self.wish = Wish(plan, self.env.event())
        return self.wish.talked

    @property
    def session_id(self) -> str:
        """What the session under way is called: sessions are numbered as they are held."""
        return f"s{len(self.held) + 1:04d}"


class EndOfMinute(Event):
    """A timeout that comes after all else in its minute, whatever was scheduled when."""

    _LATE = 2  # SimPy's own priorities are 0 (urgent) and 1 (normal)

    def __init__(self, env: Environment, minute: Minutes) -> None:
        super().__init__(env)
        self._ok, self._value = True, None
        env.schedule(self, priority=self._LATE, delay=minute - env.now)  # type: ignore[arg-type]
