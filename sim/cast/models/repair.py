"""What can be put right in a reply without asking again, and nothing beyond that."""

from __future__ import annotations

import json
import re
from typing import Any

_THOUGHT = re.compile(r"<think>.*?</think>", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"```[a-z]*\s*\n?(.*?)```", re.DOTALL | re.IGNORECASE)
_LABEL = re.compile(r"\A(?:user|assistant|answer|reply|message|summary)\s*:\s*", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)")
_STRAY_COMMA = re.compile(r'("(?:[^"\\]|\\.)*")|,(\s*[}\]])', re.DOTALL)  # but not in a string
_QUOTES = {'"': '"', "“": "”", "'": "'"}


class Unusable(Exception):
    """A reply that cannot be used; its message says why, in words for the model."""


def spoken(text: str) -> str:
    """The words of a plain reply: no thinking aloud, fence, speaker's label or quotation marks.

    >>> spoken('<think>hm</think> Assistant: "Good morning."')
    'Good morning.'
    """
    said = _THOUGHT.sub("", text).strip()
    fenced = _FENCE.fullmatch(said)
    said = _LABEL.sub("", fenced[1].strip() if fenced else said).strip()
    if len(said) > 1 and _QUOTES.get(said[0]) == said[-1] and said[0] not in said[1:-1]:
        said = said[1:-1].strip()
    if not said:
        raise Unusable("The reply was empty.")
    return " ".join(said.split())


def whole_sentences(text: str) -> str:
    """A text that was cut off, up to the end of its last whole sentence.

    >>> whole_sentences("It is elm now. It was oa")
    'It is elm now.'
    """
    ends = [found.end() for found in _SENTENCE_END.finditer(text)]
    if not ends:
        raise Unusable("The reply was cut off in its first sentence. Be much shorter.")
    return text[: ends[-1]]


def json_object(text: str) -> dict[str, Any]:
    """The JSON object in a reply, also out of a fence or out of prose around it.

    >>> json_object('Sure! ```json\\n{"store": true,}\\n```')
    {'store': True}
    """
    said = _THOUGHT.sub("", text).strip()
    fenced = _FENCE.search(said)
    said = fenced[1].strip() if fenced else said
    begin, end = said.find("{"), said.rfind("}")
    if begin < 0 or end < begin:
        raise Unusable("The reply held no JSON object.")
    written = _STRAY_COMMA.sub(lambda hit: hit[1] or hit[2], said[begin : end + 1])
    try:
        found = json.loads(written, strict=False)
    except (ValueError, RecursionError) as error:
        raise Unusable(f"The reply was no valid JSON: {error}.") from error
    if not isinstance(found, dict):
        raise Unusable("The reply was no JSON object.")
    return found


def boolean(found: dict[str, Any], key: str) -> bool:
    """A value that must be true or false."""
    value = found.get(key)
    if not isinstance(value, bool):
        raise Unusable(f"The key {key!r} must be true or false.")
    return value


def numbers(found: dict[str, Any], key: str, highest: int) -> tuple[int, ...]:
    """A list of numbers from 1 to ``highest``, in order, each once."""
    value = found.get(key)
    if not isinstance(value, list) or not all(_is_number(n, highest) for n in value):
        raise Unusable(f"The key {key!r} must be a list of numbers from 1 to {highest}.")
    return tuple(sorted(set(value)))


def number(found: dict[str, Any], key: str, highest: int) -> int:
    """A number from 1 to ``highest``."""
    value = found.get(key)
    if not isinstance(value, int) or not _is_number(value, highest):
        raise Unusable(f"The key {key!r} must be a number from 1 to {highest}.")
    return value


def objects(found: dict[str, Any], key: str) -> list[dict[str, Any]]:
    """A list of objects."""
    value = found.get(key)
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        raise Unusable(f"The key {key!r} must be a list of objects.")
    return value


def _is_number(value: object, highest: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= highest


def string(found: dict[str, Any], key: str) -> str:
    """A value that must be a text."""
    value = found.get(key)
    if not isinstance(value, str):
        raise Unusable(f"The key {key!r} must be a text.")
    return " ".join(value.split())
