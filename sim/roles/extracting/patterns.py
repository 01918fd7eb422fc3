"""The regular expressions of plain English, put together from the words of ``english.yaml``."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

import yaml

OWNER = r"(?:my|our|the|his|her|their|your|[a-z][\w-]*['’]s)"
NOUNS = rf"{OWNER}(?: [\w'’-]+){{1,7}}?"  # "my", "the", "Mum's" and up to seven more words


def data(name: str) -> str:
    """A data file beside this module."""
    return files("sim.roles.extracting").joinpath(name).read_text(encoding="utf-8")


@cache
def any_of(name: str) -> str:
    """One list of words as a group of alternatives.

    >>> any_of("causes")
    '(?:because of|thanks to|owing to|on account of)'
    """
    return f"(?:{'|'.join(_lists()[name])})"


@cache
def _lists() -> dict[str, list[str]]:
    lists: dict[str, list[str]] = yaml.safe_load(data("english.yaml"))
    return lists


def pattern(text: str) -> re.Pattern[str]:
    """A pattern without case; ``<name>`` stands for a list of words, ``@`` for a noun phrase."""
    named = re.sub(r"(?<!\?P)<(\w+)>", lambda found: any_of(found.group(1)), text)
    return re.compile(named.replace("@", NOUNS), re.IGNORECASE)
