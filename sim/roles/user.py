"""The user: opens a conversation, lets facts out one message at a time, and closes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from numpy.random import Generator

from sim.cast.role import Role
from sim.life import PersonaCard
from sim.plans import Reveal, SessionPlan
from sim.views import Turn

LINGERING = (  # said when a plan has nothing left to tell and the conversation is still too short
    "Let me think about that for a moment.",
    "That makes sense to me.",
    "Fair enough, go on.",
    "Right, I see what you mean.",
    "Good, that is roughly what I had hoped for.",
)


@dataclass(frozen=True, slots=True)
class UserInput:
    """What the user's side knows: who they are, what they came for, what is still to come out.

    ``pending`` are the reveals that are not out yet. ``nudge`` says that room is running out, so
    that small talk on the present topic is skipped in favour of the next fact.
    """

    persona: PersonaCard
    plan: SessionPlan
    transcript: tuple[Turn, ...]
    pending: tuple[Reveal, ...]
    nudge: bool = False

    def reading(self) -> str:
        """Persona, aim, facts still to come and the transcript, as a model would read them."""
        card, plan = self.persona, self.plan
        told = "\n".join([turn.text for turn in self.transcript])
        facts = "\n".join([reveal.utterance for reveal in self.pending])
        return f"{card.name}\n{card.background}\n{plan.opening}\n{plan.earlier}\n{facts}\n{told}"


@dataclass(frozen=True, slots=True)
class UserOutput:
    """The user's next message."""

    text: str

    def reading(self) -> str:
        """The message."""
        return self.text


def speak(given: UserInput, rng: Generator) -> UserOutput:  # noqa: ARG001
    """The next message by the plan: opening, then fact, follow-ups, fact, ..., then closing.

    The place in the plan is read off the transcript, so the same input gives the same message. A
    fact that is still pending although it was put into words is said again.
    """
    said = [turn.text for turn in given.transcript if turn.speaker == "user"]
    if not said:
        return UserOutput(given.plan.opening)
    return UserOutput(_follow_up(given, said) or _next_fact(given, said) or _ending(given, said))


def _follow_up(given: UserInput, said: Sequence[str]) -> str:
    """The next line on the topic of the opening or of the fact told last, or nothing."""
    if given.nudge and given.pending:
        return ""
    topics = {reveal.utterance: reveal.follow_ups for reveal in given.plan.reveals}
    topics[given.plan.opening] = given.plan.follow_ups
    for since, text in enumerate(reversed(said)):
        if text in topics:
            return topics[text][since] if since < len(topics[text]) else ""
    return ""


def _next_fact(given: UserInput, said: Sequence[str]) -> str:
    """The first pending fact that was not put into words yet, else the first pending one."""
    if not given.pending:
        return ""
    new = (reveal.utterance for reveal in given.pending if reveal.utterance not in said)
    return next(new, given.pending[0].utterance)


def _ending(given: UserInput, said: Sequence[str]) -> str:
    """The closing line, once the conversation has the length it should at least have."""
    if len(said) + 1 >= given.plan.min_turns:
        return given.plan.closing
    return LINGERING[len(said) % len(LINGERING)]


USER: Role[UserInput, UserOutput] = Role(
    name="user",
    purpose="Speaks for the simulated person: opens a session and lets its facts out.",
    input=UserInput,
    output=UserOutput,
    twin=speak,
    sees_gold=True,
)
