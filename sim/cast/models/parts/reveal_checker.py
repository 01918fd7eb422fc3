"""Checking which facts a message has let out: the model names them by number."""

from __future__ import annotations

from collections.abc import Mapping

from sim.cast.models.exchange import Schema
from sim.cast.models.parts.part import Part, places, schema_of
from sim.cast.models.repair import json_object, numbers
from sim.roles.reveal_checker import RevealInput, RevealOutput


def _shown(given: RevealInput) -> Mapping[str, object]:
    return {"text": given.text, "facts": [reveal.utterance for reveal in given.pending]}


def _schema(given: RevealInput) -> Schema:
    return schema_of(told=places(len(given.pending)))


def _read(reply: str, given: RevealInput) -> RevealOutput:
    told = numbers(json_object(reply), "told", len(given.pending))
    return RevealOutput(tuple(given.pending[number - 1].fact.id for number in told))


def _settled(given: RevealInput) -> RevealOutput | None:
    """Nothing can be let out where nothing is pending."""
    return None if given.pending else RevealOutput(())


PART = Part("reveal_checker", _shown, _read, room=120, schema=_schema, settled=_settled)
