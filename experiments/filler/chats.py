"""Filler from real life: two-person chats of the package ``chitchat-dataset`` (MIT), an extra.

Chats of ten messages or more, without profanity and without anything that looks like an address
or a telephone number. Who speaks first is taken for the user.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from experiments.filler.session import Filler
from sim.errors import MissingExtra
from sim.views import Speaker

EXTRA = "chats"
FEWEST, MOST = 10, 80  # messages
CONTACT = re.compile(
    r"\S+@\S+\.\w|https?://|www\.|\b\w+\.(?:com|net|org)\b|(?:\d[\s().-]{0,2}){7,}", re.IGNORECASE
)
PROFANE = re.compile(
    r"\b(?:f+u+c+k|s+h+i+t|bitch|cunt|cock(?:s|sucker)?\b|dick(?:s|head)?\b|pussy|whore|slut|nigg|fag"
    r"|asshole|bastard|damn|porn|sex|rape|naked|nude|penis|vagina|boob|tits\b|horny|retard|crap\b"
    r"|piss|cum\b|kill (?:your|my)self|suicid)",
    re.IGNORECASE,
)


def chats(count: int) -> Iterator[Filler]:
    """The first so many fit chats, in the order of the package.

    Raises MissingExtra if the package is not installed.
    """
    fit = (filler for filler in map(_filler, _records().items()) if is_fit(filler))
    return islice(fit, count)


def fingerprint() -> str:
    """The version of the package. Raises MissingExtra."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"chitchat-dataset {version('chitchat-dataset')}"
    except PackageNotFoundError as error:
        raise MissingExtra("the filler 'chats'", EXTRA) from error


def is_fit(filler: Filler) -> bool:
    """Whether a chat has a fair length, and neither profanity nor anybody's address in it.

    >>> is_fit(Filler("a", "", (("user", "Hi"), ("assistant", "Hello")) * 5))
    True
    >>> is_fit(Filler("b", "", (("user", "Hi"), ("assistant", "write to ann@example.org")) * 5))
    False
    """
    long_enough = FEWEST <= len(filler.turns) <= MOST
    return long_enough and not CONTACT.search(filler.text) and not PROFANE.search(filler.text)


def _records() -> Mapping[str, Any]:
    try:
        from chitchat_dataset import Dataset
    except ImportError as error:
        raise MissingExtra("the filler 'chats'", EXTRA) from error
    found: Mapping[str, Any] = Dataset()
    return found


def _filler(named: tuple[str, Any]) -> Filler:
    name, record = named
    runs = [run for run in record["messages"] if run]
    first = runs[0][0]["sender"] if runs else ""
    turns = tuple(_turn(run, first) for run in runs)
    return Filler(f"chat-{name}", str(record.get("prompt", "")), turns)


def _turn(run: Sequence[Mapping[str, str]], first: str) -> tuple[Speaker, str]:
    """What one of the two says in a row, as one turn."""
    speaker: Speaker = "user" if run[0]["sender"] == first else "assistant"
    return speaker, " ".join(message["text"].strip() for message in run)
