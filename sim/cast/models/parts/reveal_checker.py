"""Checking which facts a message has let out: the model names them by number.

A fact whose needles are not all in the message cannot have been told in it, or nothing could be
traced to that telling later. Such facts are not put before the model, and where none is left it
is not asked: small models say yes to everything on a list (docs/models.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sim.cast.models.exchange import Schema
from sim.cast.models.parts.part import Part, places, schema_of
from sim.cast.models.repair import json_object, numbers
from sim.plans import Reveal
from sim.roles.reveal_checker import RevealInput, RevealOutput


def verbatim(given: RevealInput) -> tuple[Reveal, ...]:
    """The pending facts that the message tells word for word."""
    carried = (r for r in given.pending if r.fact.is_carried_by(given.text))
    return tuple(r for r in carried if r.utterance in given.text)


def doubtful(given: RevealInput) -> tuple[Reveal, ...]:
    """The pending facts whose needles stand in the message, in other words than the plan's."""
    out = verbatim(given)
    return tuple(r for r in given.pending if r not in out and r.fact.is_carried_by(given.text))


def _shown(given: RevealInput) -> Mapping[str, object]:
    return {"text": given.text, "facts": [reveal.utterance for reveal in doubtful(given)]}


def _schema(given: RevealInput) -> Schema:
    return schema_of(told=places(len(doubtful(given))))


def _read(reply: str, given: RevealInput) -> RevealOutput:
    asked = doubtful(given)
    told = [asked[n - 1] for n in numbers(json_object(reply), "told", len(asked))]
    out = (*verbatim(given), *told)
    return RevealOutput(tuple(r.fact.id for r in given.pending if r in out))


def _settled(given: RevealInput) -> RevealOutput | None:
    """Nothing is left to ask where every fact is told word for word or not at all."""
    if doubtful(given):
        return None
    return RevealOutput(tuple(reveal.fact.id for reveal in verbatim(given)))


def _rehearsed(given: RevealInput) -> RevealInput:
    """The script tells facts word for word; a model would not, but for those it has to."""
    reworded = any(not reveal.verbatim for reveal in verbatim(given))
    return replace(given, text=given.text.casefold()) if reworded else given


PART = Part(
    "reveal_checker",
    _shown,
    _read,
    room=120,
    schema=_schema,
    settled=_settled,
    rehearsed=_rehearsed,
)
