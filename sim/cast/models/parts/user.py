"""Speaking for the user: the model words one thing at a time, and the plan decides which.

What has to be said word for word (rules, literals) goes in as it stands, without a model (MEME,
section 3: rules and literals go in verbatim), so no wording can bend it. So does, behind the words
of the model, a fact whose needles were lost in rewording.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from sim.cast.models.parts.part import Part, shown_turns
from sim.cast.models.prompting import Own
from sim.cast.models.repair import spoken
from sim.plans import Reveal
from sim.roles.user import UserInput, UserOutput
from sim.text import words

SHORTENED = 2  # a sentence cut to less than half its words is a bare name
Task = Literal["open", "tell", "recite", "linger", "close"]


def _shown(given: UserInput) -> Mapping[str, object]:
    task, line = task_of(given)
    card = given.persona
    return {
        "name": card.name,
        "background": card.background,
        "voice": card.voice,
        "earlier": given.plan.earlier,
        "transcript": shown_turns(given.transcript),
        "task": Own(task),
        "line": line,
        "needles": list(_next(given).fact.needles) if task == "tell" else [],
    }


def task_of(given: UserInput) -> tuple[Task, str]:
    """What the user is to do next, and the line that it is about ("" if none).

    One fact a message; where the plan has more to say on a fact, one message stays on it.
    """
    said = [turn.text for turn in given.transcript if turn.speaker == "user"]
    if not said:
        return "open", given.plan.opening
    if given.pending and (given.nudge or not _dwells(given, said[-1])):
        fact = _next(given)
        return ("recite" if fact.verbatim else "tell"), fact.utterance
    if not given.pending and len(said) + 1 >= given.plan.min_turns:
        return "close", ""
    return "linger", ""


def _next(given: UserInput) -> Reveal:
    return given.pending[0]


def _dwells(given: UserInput, last: str) -> bool:
    """Whether the message before let out a fact on which the plan has more to say."""
    told = [reveal for reveal in given.plan.reveals if reveal not in given.pending]
    return any(reveal.follow_ups and reveal.fact.is_carried_by(last) for reveal in told)


def _tells(said: str, reveal: Reveal) -> bool:
    """Whether a message tells a fact: with all its needles, and in a sentence about them."""
    whole = len(words(said)) * SHORTENED >= len(words(reveal.utterance))
    return whole and reveal.fact.is_carried_by(said)


def _read(reply: str, given: UserInput) -> UserOutput:
    task, line = task_of(given)
    said = spoken(reply)
    if task != "tell" or line in said or _tells(said, _next(given)):
        return UserOutput(said)
    return UserOutput(f"{said} {line}")


def _settled(given: UserInput) -> UserOutput | None:
    """What is to be said word for word needs no model."""
    task, line = task_of(given)
    return UserOutput(line) if task == "recite" else None


PART = Part("user", _shown, _read, room=120, settled=_settled)
