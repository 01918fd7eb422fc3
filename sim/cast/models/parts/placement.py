"""Saying where a session belongs by the structural note as it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sim.cast.models.exchange import Schema
from sim.cast.models.parts.part import Part, choice, schema_of
from sim.cast.models.repair import Unusable, json_object, string
from sim.roles.placement import PlacementInput, PlacementOutput
from sim.roles.structure import ISOLATED, UNASSIGNED, Filed, NotedProject

UNSURE = "unsure"
RECENT = 12  # isolated sessions and projects that are shown, latest: prompts must not grow for ever


def shown_projects(projects: Sequence[NotedProject]) -> list[dict[str, str]]:
    """Projects as a template shows them."""
    return [{"topic": project.core_topic, "label": project.label} for project in projects]


def shown_filed(sessions: Sequence[Filed]) -> list[dict[str, str]]:
    """Sessions' records as a template shows them."""
    return [{"topic": one.record.topic, "purpose": one.record.purpose} for one in sessions]


def _shown(given: PlacementInput) -> Mapping[str, object]:
    record = given.session.record
    return {
        "projects": shown_projects(given.note.projects),
        "isolated": shown_filed(given.note.isolated[-RECENT:]),
        "topic": record.topic,
        "purpose": record.purpose,
        "summary": record.summary,
    }


def _places(given: PlacementInput) -> dict[str, str]:
    """What the model may say, and the place that it means."""
    numbered = {str(n): project.id for n, project in enumerate(given.note.projects, start=1)}
    return numbered | {ISOLATED: ISOLATED, UNSURE: UNASSIGNED}


def _schema(given: PlacementInput) -> Schema:
    return schema_of(place=choice(_places(given)))


def _read(reply: str, given: PlacementInput) -> PlacementOutput:
    said, places = string(json_object(reply), "place"), _places(given)
    if said not in places:
        raise Unusable(f"The key 'place' must be one of {', '.join(places)}.")
    return PlacementOutput(places[said])


def _settled(given: PlacementInput) -> PlacementOutput | None:
    """Before the first note there is nothing to belong to."""
    empty = not given.note.projects and not given.note.isolated
    return PlacementOutput(UNASSIGNED) if empty else None


PART = Part("placement", _shown, _read, room=30, schema=_schema, settled=_settled)
