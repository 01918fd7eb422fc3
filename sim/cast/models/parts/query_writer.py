"""Writing passages that might answer a question."""

from __future__ import annotations

from collections.abc import Mapping

from sim.cast.models.exchange import Schema
from sim.cast.models.parts.part import Part, schema_of, several, words
from sim.cast.models.repair import Unusable, json_object
from sim.roles.query_writer import Passages, WriterInput

LONGEST_PASSAGE = 300  # characters


def _shown(given: WriterInput) -> Mapping[str, object]:
    return {"query": given.query, "number": given.number}


def _schema(given: WriterInput) -> Schema:
    return schema_of(passages=several(words(LONGEST_PASSAGE), given.number))


def _read(reply: str, given: WriterInput) -> Passages:
    texts = json_object(reply).get("passages")
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise Unusable("The key 'passages' must be a list of texts.")
    kept = [text for text in (" ".join(each.split())[:LONGEST_PASSAGE] for each in texts) if text]
    if not kept:
        raise Unusable("There must be at least one passage.")
    return Passages(tuple(kept[: given.number]))


PART = Part("query_writer", _shown, _read, room=600, schema=_schema)
