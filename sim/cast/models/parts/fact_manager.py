"""Saying what a new fact does to the stored ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from sim.cast.models.exchange import Schema
from sim.cast.models.parts.part import Part, choice, schema_of
from sim.cast.models.repair import Unusable, json_object, string
from sim.roles.fact_manager import Managed, ManagerInput, Operation

OPERATIONS: tuple[Operation, ...] = get_args(Operation)


def _shown(given: ManagerInput) -> Mapping[str, object]:
    return {"fact": given.fact.words, "stored": [one.words for one in given.stored]}


def _schema(given: ManagerInput) -> Schema:
    place: Schema = {"type": "integer", "minimum": 0, "maximum": len(given.stored)}
    return schema_of(operation=choice(OPERATIONS), fact=place)


def _read(reply: str, given: ManagerInput) -> Managed:
    found = json_object(reply)
    said = string(found, "operation")
    operation = next((each for each in OPERATIONS if each == said), None)
    if operation is None:
        raise Unusable(f"The key 'operation' must be one of {', '.join(OPERATIONS)}.")
    if operation in ("add", "none"):
        return Managed(operation)
    place = found.get("fact")
    if place == 0 and not isinstance(place, bool):  # it names no fact: there is none of the kind
        return Managed("add" if operation == "update" else "none")
    if not isinstance(place, int) or isinstance(place, bool) or not 1 <= place <= len(given.stored):
        raise Unusable(f"The key 'fact' must be a number from 1 to {len(given.stored)}.")
    return Managed(operation, place - 1)


def _nothing_stored(given: ManagerInput) -> Managed | None:
    """Where nothing is like it, a fact is added without asking."""
    return None if given.stored else Managed("add")


PART = Part("fact_manager", _shown, _read, room=60, schema=_schema, settled=_nothing_stored)
