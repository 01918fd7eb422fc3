"""How texts are compared: one normal form for judges, reveal checks, presence and tracing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

_SPACES = re.compile(r"\s+")
_WORDS = re.compile(r"\w+", re.UNICODE)
CHARACTERS_PER_TOKEN = 4  # the usual estimate for English; every count made with it is marked


@lru_cache(maxsize=65_536)
def normal(text: str) -> str:
    """A text with case and spacing evened out (NFKC, casefold, single blanks).

    A normal form is its own normal form (composed once more: folding case can undo composing).

    >>> normal("  Keldara\\u00a0 GROVE ")
    'keldara grove'
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    return _SPACES.sub(" ", unicodedata.normalize("NFKC", folded)).strip()


def contains(text: str, needle: str) -> bool:
    """Whether a needle stands in a text as whole words; case and spacing may differ.

    >>> contains("We moved to Keldara  Grove.", "keldara grove"), contains("a cartwheel", "art")
    (True, False)
    """
    haystack, sought = normal(text), normal(needle)
    start = haystack.find(sought) if sought else -1
    while start >= 0:
        if _stands_alone(haystack, start, start + len(sought)):
            return True
        start = haystack.find(sought, start + 1)
    return False


def _stands_alone(haystack: str, start: int, end: int) -> bool:
    before = start == 0 or not (haystack[start - 1].isalnum() and haystack[start].isalnum())
    after = end == len(haystack) or not (haystack[end].isalnum() and haystack[end - 1].isalnum())
    return before and after


def carries(text: str, needles: Iterable[str]) -> bool:
    """Whether a text contains every needle; no needle at all is carried by nothing.

    >>> carries("If I move to Brask, I will take the tram.", ("Brask", "tram")), carries("x", ())
    (True, False)
    """
    wanted = tuple(needles)
    return bool(wanted) and all(contains(text, needle) for needle in wanted)


def words(text: str) -> list[str]:
    """The words of a text in normal form.

    >>> words("Stop -- at Brask!")
    ['stop', 'at', 'brask']
    """
    return _WORDS.findall(normal(text))


def estimated_tokens(text: str) -> int:
    """About how many tokens a text has (four characters each, rounded up); an estimate.

    >>> estimated_tokens(""), estimated_tokens("abcde")
    (0, 2)
    """
    return -(-len(text) // CHARACTERS_PER_TOKEN)
