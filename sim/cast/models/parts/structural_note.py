"""Sorting sessions into projects: the model groups them, the note is put together from that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sim.cast.models.exchange import Schema
from sim.cast.models.parts.part import Part, places, schema_of, words
from sim.cast.models.parts.placement import RECENT, shown_filed, shown_projects
from sim.cast.models.repair import Unusable, json_object, numbers, string
from sim.roles.structural_note import NoteInput
from sim.roles.structure import Filed, NotedProject, StructuralNote

LONGEST_LABEL = 80  # characters


@dataclass(frozen=True, slots=True)
class _Group:
    """Sessions that belong together; ``project`` 0 is a new one."""

    project: int
    label: str
    sessions: tuple[Filed, ...]


def _open(given: NoteInput) -> tuple[Filed, ...]:
    """The sessions to be sorted: the latest isolated ones, which may join late, and the new."""
    return (*given.note.isolated[-RECENT:], *given.sessions)


def _shown(given: NoteInput) -> Mapping[str, object]:
    return {
        "projects": shown_projects(given.note.projects),
        "conversations": shown_filed(_open(given)),
    }


def _schema(given: NoteInput) -> Schema:
    count = len(_open(given))
    number = {"type": "integer", "minimum": 0, "maximum": len(given.note.projects)}
    group = schema_of(project=number, label=words(LONGEST_LABEL), conversations=places(count))
    return schema_of(groups={"type": "array", "items": group, "maxItems": count})


def _read(reply: str, given: NoteInput) -> StructuralNote:
    found = json_object(reply).get("groups")
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise Unusable("The key 'groups' must be a list of objects.")
    note, sorted_in = given.note, set[str]()
    for group in _groups(found, given):
        new = tuple(one for one in group.sessions if one.session_id not in sorted_in)
        sorted_in.update(one.session_id for one in new)
        note = _with(note, replace(group, sessions=new))
    every = (*given.note.isolated, *given.sessions)
    apart = tuple(one for one in every if one.session_id not in sorted_in)
    return StructuralNote(note.projects, apart)


def _groups(found: Sequence[Any], given: NoteInput) -> Iterator[_Group]:
    """The groups that say something: a new project has two sessions or more."""
    filed, known = _open(given), len(given.note.projects)
    for one in found:
        project = one.get("project")
        if not isinstance(project, int) or not 0 <= project <= known:
            raise Unusable(f"The key 'project' must be a number from 0 to {known}.")
        chosen = numbers(one, "conversations", len(filed))
        if len(chosen) > (0 if project else 1):
            label = string(one, "label")[:LONGEST_LABEL]
            yield _Group(project, label, tuple(filed[number - 1] for number in chosen))


def _with(note: StructuralNote, group: _Group) -> StructuralNote:
    """The note with a group in a project of its own, or in the one that it joins."""
    if not group.sessions:
        return note
    at = group.project - 1 if group.project else len(note.projects)
    project = note.projects[at] if group.project else _founded(len(note.projects), group)
    spoken = Counter(project.uses)
    for one in group.sessions:
        spoken.update(one.record.keys)
    ids = tuple(one.session_id for one in group.sessions)
    grown = replace(
        project, sessions=(*project.sessions, *ids), spoken=tuple(sorted(spoken.items()))
    )
    return replace(note, projects=(*note.projects[:at], grown, *note.projects[at + 1 :]))


def _founded(known: int, group: _Group) -> NotedProject:
    topics = (one.record.topic for one in group.sessions)
    first = group.sessions[0].record
    return NotedProject(
        f"P{known + 1}", group.label or first.purpose, next(filter(None, topics), ""), ()
    )


PART = Part("structural_note", _shown, _read, room=600, schema=_schema)
