"""Gold: what a life emits while it is lived. Trials observe moments, studies probe at them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sim.clock import Minutes
from sim.facts import Telling
from sim.plans import Happening, SessionPlan, Shift
from sim.views import Session

EndReason = Literal["all_revealed", "max_turns", "gave_up"]


@dataclass(frozen=True, slots=True)
class SessionHeld:
    """A conversation is over. ``untold`` are planned facts that did not come out.

    ``ended`` are facts that need not be remembered beyond this session (its project is done).
    ``strand`` names the strand that the session belongs to, "" if to none.
    """

    at: Minutes
    session: Session
    plan: SessionPlan
    tellings: tuple[Telling, ...]
    untold: tuple[str, ...]
    end_reason: EndReason
    happening: Happening | None = None
    ended: tuple[str, ...] = ()
    strand: str = ""


@dataclass(frozen=True, slots=True)
class UpstreamChange:
    """Something in the person's world changed; nobody was told yet."""

    at: Minutes
    happening: Happening


@dataclass(frozen=True, slots=True)
class ProfileShift:
    """The person's use of the assistant changed; ``ended`` facts need not be remembered longer."""

    at: Minutes
    shift: Shift
    ended: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DeletionAsked:
    """The user has asked to forget something, in the session just held."""

    at: Minutes
    happening: Happening
    session_id: str


@dataclass(frozen=True, slots=True)
class CheckpointReached:
    """A date at which memories are looked at; the last one ends the life."""

    at: Minutes
    number: int
    last: bool = False


Moment = SessionHeld | UpstreamChange | ProfileShift | DeletionAsked | CheckpointReached
