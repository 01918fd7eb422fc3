"""Choosing a reply: see what the user is doing, then take a line that was not just used."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from numpy.random import Generator

from sim.roles.replying.lines import LINES, Doing
from sim.views import Turn

_ASKED = (
    r"(?:^|[.!?:,] |\b(?:please|kindly|could you|can you|would you|you to|you could|you should|"
    r"rather you|better) )(?:please )?"
)
_FORGET = re.compile(
    rf"{_ASKED}(?:forget|delete|erase|remove|drop|wipe|unlearn|strike|clear)\b"
    r"(?! (?:a|an|one|some)\b)"
    r"|\bno longer (?:store|keep|remember)\b|\b(?:stop|do not|don't) (?:remember|stor|keep)\w*",
    re.IGNORECASE,
)
_THANKS = re.compile(
    r"\b(?:thanks|thank you|cheers|bye|goodbye|that is all|that's all|that is it|talk soon)\b",
    re.IGNORECASE,
)
_RULE = re.compile(r"\b(?:if|when|once|should)\b.*\bwill\b", re.IGNORECASE)
_MORE = re.compile(r"\b(?:anything|something|what) else\b", re.IGNORECASE)


COMPOSED: frozenset[Doing] = frozenset({"telling", "asking"})
ALONE = 0.25  # the share of composed replies without a reaction


def reply(transcript: Sequence[Turn], remembers: bool, rng: Generator) -> str:
    """A line that fits the last message; with memories, now and then a word that there are notes.

    Lines said earlier in the conversation are avoided while others are left.
    """
    last = _last_message(transcript)
    said = [turn.text for turn in transcript if turn.speaker == "assistant"]
    act = doing(last, first=not said)
    line = _composed(act, said, rng) if act in COMPOSED else _choose(LINES[act], said, rng)
    if remembers and act in ("opening", "asking") and rng.random() < 0.5:
        return f"{_choose(LINES['recalling'], said, rng)} {line}"
    return line


def doing(message: str, *, first: bool = False) -> Doing:
    """What a message of the user does.

    >>> doing("If I move to Brask, I will take the tram."), doing("Thanks, that is all for now.")
    ('ruling', 'thanking')
    >>> doing("Please forget what I said about my sister."), doing("I live in Brask.")
    ('forgetting', 'telling')
    """
    if _FORGET.search(message):
        return "forgetting"
    if _MORE.search(message) and message.rstrip().endswith("?"):
        return "checking"
    if first:
        return "opening"
    if message.rstrip().endswith("?"):
        return "asking"
    if _RULE.search(message):
        return "ruling"
    return "thanking" if _THANKS.search(message) else "telling"


def _last_message(transcript: Sequence[Turn]) -> str:
    return next((turn.text for turn in reversed(transcript) if turn.speaker == "user"), "")


def _composed(act: Doing, said: Sequence[str], rng: Generator) -> str:
    """A short reaction and what goes on from there, from different lines as often as not."""
    reactions, rest = _halves(act)
    further = _choose(rest, said, rng)
    reaction = _choose(reactions, said, rng)
    if rng.random() < ALONE or reaction.split()[0].strip(",.") == further.split()[0].strip(",."):
        return further
    return f"{reaction} {further}"


@cache
def _halves(act: Doing) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The first sentences of the lines that have two, and what all lines end with."""
    split = [line.partition(". ") for line in LINES[act]]
    return (
        tuple(f"{first}." for first, dot, _ in split if dot),
        tuple(rest if dot else first for first, dot, rest in split),
    )


def _choose(lines: tuple[str, ...], said: Sequence[str], rng: Generator) -> str:
    """A line, taken from those that were not said yet (or from all)."""
    start = int(rng.random() * len(lines))  # several times faster than drawing an integer
    turned = lines[start:] + lines[:start]
    used = "\n".join(said)
    return next((line for line in turned if line not in used), turned[0])
