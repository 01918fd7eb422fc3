"""Deciding whether a session is stored."""

from __future__ import annotations

from collections.abc import Mapping

from sim.cast.models.exchange import Schema
from sim.cast.models.parts.part import FLAG, Part, schema_of, shown_turns
from sim.cast.models.repair import boolean, json_object
from sim.roles.gate import GateInput, GateOutput


def _shown(given: GateInput) -> Mapping[str, object]:
    return {
        "summaries": list(given.summaries),
        "transcript": shown_turns(given.session.turns),
    }


def _schema(given: GateInput) -> Schema:  # noqa: ARG001
    return schema_of(store=FLAG)


def _read(reply: str, given: GateInput) -> GateOutput:  # noqa: ARG001
    return GateOutput(boolean(json_object(reply), "store"))


PART = Part("gate", _shown, _read, room=40, schema=_schema)
