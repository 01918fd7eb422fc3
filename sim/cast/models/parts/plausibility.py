"""Saying which uses of an assistant do not suit a person (PerMem-Bench, section 3.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sim.cast.models.exchange import Schema
from sim.cast.models.parts.part import Part, place, schema_of, several, words
from sim.cast.models.prompting import Own
from sim.cast.models.repair import json_object, number, objects, string
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
    listed = schema_of(use=place(most), why=words(LONGEST_WHY))
    return schema_of(objections=several(listed, most))


def _read(reply: str, given: PlausibilityInput) -> PlausibilityOutput:
    found: dict[str, Objection] = {}
    for each in objects(json_object(reply), "objections"):
        objection = _objection(each, given)
        found.setdefault(objection.domain, objection)
    return PlausibilityOutput(tuple(found.values()))


def _objection(written: dict[str, Any], given: PlausibilityInput) -> Objection:
    concerned = given.choices[number(written, "use", len(given.choices)) - 1]
    return Objection(concerned.domain, string(written, "why")[:LONGEST_WHY])


def _settled(given: PlausibilityInput) -> PlausibilityOutput | None:
    """There is nothing to object to in an empty profile."""
    return None if given.choices else PlausibilityOutput()


PART = Part("plausibility", _shown, _read, room=500, schema=_schema, settled=_settled)
