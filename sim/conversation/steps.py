"""The steps of a conversation, written once and driven by either engine.

user speaks -> (recall ->) assistant replies -> reveals are noted -> again, or end. A step reads
the state and returns what changes; the assistant's steps hand on turns and memories only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypedDict

from sim.conversation.assistant import AssistantSide
from sim.conversation.user import Told, UserSide
from sim.moments import EndReason
from sim.views import Memory, Turn


class Change(TypedDict, total=False):
    """What one step changes; see ``Talk``."""

    turns: tuple[Turn, ...]
    memories: tuple[Memory, ...]
    told: Told
    nudged: bool
    idle: int
    vain: int
    end_reason: EndReason | None


class Talk(TypedDict):
    """The state of a conversation.

    ``idle`` counts the user's messages since the last fact came out, ``vain`` the nudges in a row
    that brought nothing; ``nudged`` is about the last message, ``memories`` about the last recall.
    """

    turns: tuple[Turn, ...]
    memories: tuple[Memory, ...]
    told: Told
    nudged: bool
    idle: int
    vain: int
    end_reason: EndReason | None


@dataclass(frozen=True, slots=True)
class Sides:
    """The two sides of one conversation; neither has a reference to the other."""

    user: UserSide
    assistant: AssistantSide


Step = Callable[[Talk, Sides], Change]


def beginning() -> Talk:
    """The state before anyone has spoken."""
    return Talk(turns=(), memories=(), told=(), nudged=False, idle=0, vain=0, end_reason=None)


def user_speaks(talk: Talk, sides: Sides) -> Change:
    """The user says the next thing, urged if a fact is overdue."""
    turns, told = talk["turns"], talk["told"]
    nudge = sides.user.is_nudged(turns, told, talk["idle"])
    return {"turns": (*turns, sides.user.speak(turns, told, nudge=nudge)), "nudged": nudge}


def assistant_recalls(talk: Talk, sides: Sides) -> Change:
    """The assistant's memory is searched for the user's words (on-policy only)."""
    return {"memories": sides.assistant.recollect(talk["turns"])}


def assistant_replies(talk: Talk, sides: Sides) -> Change:
    """The assistant answers."""
    turns = talk["turns"]
    return {"turns": (*turns, sides.assistant.reply(turns, talk["memories"]))}


def reveals_are_noted(talk: Talk, sides: Sides) -> Change:
    """Which facts the user's message has let out, and whether the conversation is over."""
    turns = talk["turns"]
    out = sides.user.let_out(turns[-2], talk["told"])
    told = talk["told"] + out
    idle = 0 if out else talk["idle"] + 1
    vain = 0 if out else talk["vain"] + talk["nudged"]
    reason = sides.user.end(turns, told, idle, vain)
    return {"told": told, "idle": idle, "vain": vain, "end_reason": reason}


OFF_POLICY: tuple[Step, ...] = (user_speaks, assistant_replies, reveals_are_noted)
ON_POLICY: tuple[Step, ...] = (
    user_speaks,
    assistant_recalls,
    assistant_replies,
    reveals_are_noted,
)


def steps_of(sides: Sides) -> tuple[Step, ...]:
    """The steps of one exchange; recall is among them when the assistant has a memory."""
    return OFF_POLICY if sides.assistant.recall is None else ON_POLICY
