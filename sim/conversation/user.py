"""The user's side of a conversation: what to say next, what is out, and when it is over.

The two simulators are isolated (PerMem-Bench, section 3): the assistant gets the user's words, the
user's side alone knows the plan. Which facts are out is checked after every message; a user who
keeps to small talk is nudged, and gives up after some nudges in vain.
"""

from __future__ import annotations

from dataclasses import dataclass

from numpy.random import Generator

from sim.cast import Cast
from sim.conversation.turns import Record
from sim.life import PersonaCard
from sim.moments import EndReason
from sim.plans import Reveal, SessionPlan
from sim.roles.reveal_checker import REVEAL_CHECKER, RevealInput
from sim.roles.user import USER, UserInput
from sim.text import normal
from sim.views import Turn

NUDGE_AFTER = 2  # messages in a row that let no fact out
PATIENCE = 3  # nudges in a row that brought nothing

Told = tuple[tuple[str, str], ...]
"""What is out, in order: (fact id, id of the turn that let it out)."""


@dataclass(frozen=True, slots=True)
class UserSide:
    """Who plays the user, as whom, and with what in mind."""

    record: Record
    cast: Cast
    rng: Generator
    persona: PersonaCard
    plan: SessionPlan

    def pending(self, told: Told) -> tuple[Reveal, ...]:
        """The reveals that are not out yet, in the order of the plan."""
        out = {fact_id for fact_id, _ in told}
        return tuple(reveal for reveal in self.plan.reveals if reveal.fact.id not in out)

    def is_nudged(self, turns: tuple[Turn, ...], told: Told, idle: int) -> bool:
        """Whether to urge the next fact: it is overdue, or there is only just room for the rest.

        ``idle`` counts the messages since the last fact came out.
        """
        pending = self.pending(told)
        room = self.plan.max_turns - spoken(turns)
        return bool(pending) and (idle >= NUDGE_AFTER or room <= len(pending))

    def speak(self, turns: tuple[Turn, ...], told: Told, *, nudge: bool) -> Turn:
        """The user's next turn."""
        given = UserInput(self.persona, self.plan, turns, self.pending(told), nudge)
        said = self.cast.play(USER, given, self.rng)
        return self.record.next(turns, "user", said.text)

    def let_out(self, message: Turn, told: Told) -> Told:
        """The pending facts that a message has let out."""
        pending = self.pending(told)
        if not pending:
            return ()
        seen = self.cast.play(REVEAL_CHECKER, RevealInput(message.text, pending), self.rng)
        return tuple((r.fact.id, message.id) for r in pending if r.fact.id in seen.fact_ids)

    def end(self, turns: tuple[Turn, ...], told: Told, idle: int, vain: int) -> EndReason | None:
        """Why the conversation is over, or None if it goes on.

        ``vain`` counts the nudges in a row that brought nothing.
        """
        out_of_turns = spoken(turns) >= self.plan.max_turns
        if not self.pending(told):
            return "all_revealed" if out_of_turns or self._has_closed(turns, told, idle) else None
        if out_of_turns:
            return "max_turns"
        return "gave_up" if vain >= PATIENCE else None

    def _has_closed(self, turns: tuple[Turn, ...], told: Told, idle: int) -> bool:
        """Said goodbye, or had the room for it: after the last fact and what belongs to it."""
        if spoken(turns) < self.plan.min_turns:
            return False
        message = next(turn.text for turn in reversed(turns) if turn.speaker == "user")
        return normal(message) == normal(self.plan.closing) or idle > self._afterwards(turns, told)

    def _afterwards(self, turns: tuple[Turn, ...], told: Told) -> int:
        """How many messages belong to the one that let the last fact out.

        What follows the opening belongs to it, and to a plan without facts the opening itself.
        """
        if not told:
            return 1 + len(self.plan.follow_ups)
        last, turn_id = told[-1]
        own = next(len(r.follow_ups) for r in self.plan.reveals if r.fact.id == last)
        return max(own, len(self.plan.follow_ups)) if turn_id == turns[0].id else own


def spoken(turns: tuple[Turn, ...]) -> int:
    """How many of the turns are the user's."""
    return sum(turn.speaker == "user" for turn in turns)
