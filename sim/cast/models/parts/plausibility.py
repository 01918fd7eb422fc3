"""Saying which uses of an assistant do not suit a person (PerMem-Bench, section 3.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sim.cast.models.exchange import Schema
from sim.cast.models.parts.part import Part, schema_of, words
from sim.cast.models.prompting import Own
from sim.cast.models.repair import Unusable, json_object, string
from sim.roles.plausibility import Objection, PlausibilityInput, PlausibilityOutput
from sim.roles.profile_assigner import DomainChoice

LONGEST_WHY = 200  # characters


def _shown(given: PlausibilityInput) -> Mapping[str, object]:
    return {"person": given.described, "age": given.age, "uses": [_use(c) for c in given.choices]}


def _use(choice: DomainChoice) -> dict[str, str]:
    kept = "to remember" if choice.long_horizon else "in passing"
    return {
        "domain": choice.domain,
        "kind": Own(f"{kept}, {choice.frequency}"),
        "reason": choice.reason,
    }


def _schema(given: PlausibilityInput) -> Schema:
    most = len(given.choices)
    number = {"type": "integer", "minimum": 1, "maximum": max(most, 1)}
    listed = schema_of(use=number, why=words(LONGEST_WHY))
    return schema_of(objections={"type": "array", "items": listed, "maxItems": most})


def _read(reply: str, given: PlausibilityInput) -> PlausibilityOutput:
    written = json_object(reply).get("objections")
    if not isinstance(written, list) or not all(isinstance(each, dict) for each in written):
        raise Unusable("The key 'objections' must be a list of objects.")
    found: dict[str, Objection] = {}
    for each in written:
        objection = _objection(each, given)
        found.setdefault(objection.domain, objection)
    return PlausibilityOutput(tuple(found.values()))


def _objection(written: dict[str, Any], given: PlausibilityInput) -> Objection:
    number = written.get("use")
    if not isinstance(number, int) or not 1 <= number <= len(given.choices):
        raise Unusable(f"The key 'use' must be a number from 1 to {len(given.choices)}.")
    why = string(written, "why")[:LONGEST_WHY]
    return Objection(given.choices[number - 1].domain, why)


def _settled(given: PlausibilityInput) -> PlausibilityOutput | None:
    """There is nothing to object to in an empty profile."""
    return None if given.choices else PlausibilityOutput()


PART = Part("plausibility", _shown, _read, room=500, schema=_schema, settled=_settled)
