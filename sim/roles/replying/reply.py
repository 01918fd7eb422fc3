"""Choosing a reply: see what the user is doing, then take a line that was not just used."""

from __future__ import annotations

import re
from collections.abc import Sequence

from numpy.random import Generator

from sim.lexicon import sentences
from sim.roles.replying.lines import LINES, QUESTIONS, REACTIONS, Doing
from sim.views import Turn

_ASKED = (
    r"(?:^|[.!?:,] |\b(?:please|kindly|could you|can you|would you|you to|you could|you should|"
    r"rather you|better) )(?:please )?"
)
_FORGET = re.compile(
    rf"{_ASKED}(?:(?:forget|delete|erase|remove|drop|wipe|unlearn|strike)\b"
    r"(?! (?:a|an|one|some)\b)|clear (?:out |away )?(?:the|that|this|it|my|what|everything|all)\b)"
    r"|\bno longer (?:store|keep|remember)\b|\b(?:stop|do not|don't) (?:remember|stor|keep)\w*",
    re.IGNORECASE,
)
_THANKS = re.compile(
    r"\b(?:thanks|thank you|cheers|bye|goodbye|that is all|that's all|that is it|talk soon)\b",
    re.IGNORECASE,
)
_RULE = re.compile(r"\b(?:if|when|once|should)\b.*\bwill\b", re.IGNORECASE)
_MORE = re.compile(r"\b(?:anything|something|what) else\b", re.IGNORECASE)
_MEASURE = re.compile(
    r"\bhow (?:much|many|long|often|far|early|late|big|large|small|high|deep|wide|old|hot|fast|"
    r"soon)\b|(?:^|[:,] )(?:and )?(?:when|from when|since when|until when)\b[^,]*\?$",
    re.IGNORECASE,
)
_CHOICE = re.compile(r"\bwhich\b|(?<!,) or \w", re.IGNORECASE)
_DECISION = re.compile(
    r"(?:^|[:,] )(?:and |so |but |or )?(?:is|are|am|was|were|does|do|did|has|have|can|could|may|"
    r"might|must|should|shall|will|would|ought)\b",
    re.IGNORECASE,
)
_TAIL = re.compile(r", or (?:is|am) [^,?]*\?$")
ALONE = 0.25  # the share of composed replies without a reaction


def reply(transcript: Sequence[Turn], remembers: bool, rng: Generator) -> str:
    """A line that fits the last message; with memories, now and then a word that there are notes.

    Lines said earlier in the conversation are avoided while others are left.
    """
    last = _last_message(transcript)
    said = "\n".join(turn.text for turn in transcript if turn.speaker == "assistant")
    act = doing(last, first=not said)
    line = _reacting(act, said, rng)
    if remembers and act in {"opening", *QUESTIONS} and rng.random() < 0.5:
        return f"{_choose(LINES['recalling'], said, rng)} {line}"
    return line


def doing(message: str, *, first: bool = False) -> Doing:
    """What a message of the user does.

    >>> doing("If I move to Brask, I will take the tram."), doing("Thanks, that is all for now.")
    ('ruling', 'thanking')
    >>> doing("Please forget what I said about my sister."), doing("I live in Brask.")
    ('forgetting', 'telling')
    >>> doing("How long is the way?"), doing("By the way: is it flat?"), doing("Salt or no salt?")
    ('measuring', 'deciding', 'choosing')
    """
    asks = message.rstrip().endswith("?")
    if _FORGET.search(message):
        return "forgetting"
    if asks:
        return "checking" if _MORE.search(message) else _question(sentences(message.strip())[-1])
    if first:
        return "opening"
    if _RULE.search(message):
        return "ruling"
    return "thanking" if _THANKS.search(message) else "telling"


def _question(text: str) -> Doing:
    """What kind of answer a question wants; a tail such as "or am I wrong" does not count."""
    text = _TAIL.sub("?", text)
    if _MEASURE.search(text):
        return "measuring"
    if _CHOICE.search(text):
        return "choosing"
    return "deciding" if _DECISION.search(text) else "asking"


def _last_message(transcript: Sequence[Turn]) -> str:
    return next((turn.text for turn in reversed(transcript) if turn.speaker == "user"), "")


def _reacting(act: Doing, said: str, rng: Generator) -> str:
    """A line, for some acts mostly behind a short reaction."""
    line = _choose(LINES[act], said, rng)
    if act not in REACTIONS or rng.random() < ALONE:
        return line
    return f"{_choose(REACTIONS[act], said, rng)} {line}"


def _choose(lines: tuple[str, ...], said: str, rng: Generator) -> str:
    """A line, taken from those that were not said yet (or from all)."""
    start = int(rng.random() * len(lines))  # several times faster than drawing an integer
    turned = lines[start:] + lines[:start]
    return next((line for line in turned if line not in said), turned[0])
