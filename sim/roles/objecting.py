"""The plain rules by which a use of an assistant does not suit a person."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from sim.roles.profile_assigner import DomainChoice
from sim.text import contains, words

LISTS = Path(__file__).with_name("plausibility.yaml")


def objection(age: int, described: str, choice: DomainChoice) -> str:
    """The first thing that speaks against a use, "" if nothing does.

    >>> early = DomainChoice("finance", True, "mid", "Builds up a pension with great care.")
    >>> objection(17, "An apprentice.", early)
    "'pension' is a matter of later years, not of somebody aged 17"
    >>> objection(47, "An electrician.", early)
    ''
    """
    found = (
        *_without_reason(choice),
        *_by_age(age, choice),
        *_by_standing(described, choice),
        *_by_words(choice),
    )
    return found[0] if found else ""


@lru_cache(maxsize=1)
def _rules() -> Mapping[str, Any]:
    rules: Mapping[str, Any] = yaml.safe_load(LISTS.read_text(encoding="utf-8"))
    return rules


def _without_reason(choice: DomainChoice) -> Iterator[str]:
    if not words(choice.reason):
        yield "no reason is given"


def _by_age(age: int, choice: DomainChoice) -> Iterator[str]:
    of_relatives = _said(_rules()["relatives"], choice.reason)
    for rule in _rules()["ages"]:
        word = _said(rule["words"], choice.reason)
        if word and not of_relatives and not rule["from"] <= age <= rule["to"]:
            yield f"{word!r} is {rule['matter']}, not of somebody aged {age}"
    for rule in _rules()["domains"]:
        concerned = choice.long_horizon and rule["domain"] == choice.domain
        if concerned and not rule["from"] <= age <= rule["to"]:
            yield f"{rule['matter']} is not pursued for months at the age of {age}"


def _by_standing(described: str, choice: DomainChoice) -> Iterator[str]:
    for rule in _rules()["standing"]:
        word = _said(rule["words"], described)
        if word and choice.long_horizon and rule["domain"] == choice.domain:
            yield f"is {word}: {rule['matter']}"


def _by_words(choice: DomainChoice) -> Iterator[str]:
    """Where the reason contradicts what it is given for."""
    reason = choice.reason
    if choice.long_horizon and (said := _said(_rules()["passing"], reason)):
        yield f"is to be remembered, but the reason says {said!r}"
    if not choice.long_horizon and (said := _said(_rules()["lasting"], reason)):
        yield f"is a passing matter, but the reason says {said!r}"
    if choice.frequency == "high" and (said := _said(_rules()["seldom"], reason)):
        yield f"comes up often, but the reason says {said!r}"
    if choice.frequency == "low" and (said := _said(_rules()["often"], reason)):
        yield f"hardly comes up, but the reason says {said!r}"


def _said(phrases: Iterable[str], text: str) -> str:
    """The first of some phrases that occurs in a text as whole words, "" if none does."""
    return next((each for each in phrases if contains(text, each)), "")
