"""Writing a structured note and linking it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sim.cast.models.exchange import Schema
from sim.cast.models.parts.part import Part, place, places, schema_of, several, words
from sim.cast.models.repair import Unusable, json_object, number, numbers, objects, string
from sim.roles.note_writer import MOST_KEYWORDS, Features, WriterInput, Written

MOST_TAGS, LONGEST_WORD, LONGEST_CONTEXT = 4, 40, 200


def _shown(given: WriterInput) -> Mapping[str, object]:
    neighbours = [
        {
            "content": one.content,
            "tags": ", ".join(one.features.tags),
            "context": one.features.context,
        }
        for one in given.neighbours
    ]
    return {"content": given.content, "neighbours": neighbours}


def _features() -> dict[str, Schema]:
    return {
        "keywords": several(words(LONGEST_WORD), MOST_KEYWORDS),
        "tags": several(words(LONGEST_WORD), MOST_TAGS),
        "context": words(LONGEST_CONTEXT),
    }


def _schema(given: WriterInput) -> Schema:
    count = len(given.neighbours)
    evolved = schema_of(
        note=place(count),
        tags=several(words(LONGEST_WORD), MOST_TAGS),
        context=words(LONGEST_CONTEXT),
    )
    return schema_of(**_features(), links=places(count), evolved=several(evolved, count))


def _read(reply: str, given: WriterInput) -> Written:
    found, most = json_object(reply), len(given.neighbours)
    links = tuple(place - 1 for place in numbers(found, "links", most))
    evolved = tuple(_evolved(one, given) for one in objects(found, "evolved"))
    own = Features(
        _texts(found, "keywords", MOST_KEYWORDS), _texts(found, "tags", MOST_TAGS), _context(found)
    )
    return Written(own, links, evolved)


def _evolved(one: dict[str, Any], given: WriterInput) -> tuple[int, Features]:
    """A neighbour's place and its features, the keywords being its own."""
    place = number(one, "note", len(given.neighbours)) - 1
    keywords = given.neighbours[place].features.keywords
    return place, Features(keywords, _texts(one, "tags", MOST_TAGS), _context(one))


def _texts(found: dict[str, Any], key: str, most: int) -> tuple[str, ...]:
    given = found.get(key)
    if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
        raise Unusable(f"The key {key!r} must be a list of texts.")
    return tuple(" ".join(one.split())[:LONGEST_WORD] for one in given[:most])


def _context(found: dict[str, Any]) -> str:
    return string(found, "context")[:LONGEST_CONTEXT]


PART = Part("note_writer", _shown, _read, room=500, schema=_schema)
