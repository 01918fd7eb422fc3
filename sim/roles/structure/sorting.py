"""Sorting sessions into a structural note: by shared words, and by what their topics are like."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache

from sim.roles.session_record import SessionRecord
from sim.roles.structure.note import (
    ISOLATED,
    UNASSIGNED,
    Filed,
    NotedProject,
    StructuralNote,
)

LINK = 0.9  # what shared telling words must weigh; one that stands nowhere else weighs 1
SAME_AGAIN = 0.8  # two purposes that share more of their words are one question asked twice


@lru_cache(maxsize=512)
def sort_in(known: StructuralNote, sessions: tuple[Filed, ...]) -> StructuralNote:
    """The note with some more sessions, each in its place; an isolated one may found a project.

    What is like a project's session is judged by the note as it was before. Kept by content,
    since all trials of a life sort the same sessions.
    """
    note = known
    for filed in sessions:
        note = _sorted_in(note, filed, known)
        note = replace(note, leanings=note.leanings.after(filed.record))
    return note


def find_place(note: StructuralNote, record: SessionRecord) -> str:
    """Where a session belongs by the note as it stands: a project's id, "isolated" or "".

    With the project whose words it takes up, else with one of its kind, however long ago that
    was: structure, once found, is believed (PerMem-Bench, finding 1). Nothing is known yet of the
    sessions before the first window is complete.
    """
    home = _by_words(note, record, note) or _by_kind(note, record, note)
    if home is not None:
        return home.id
    return ISOLATED if note.projects or note.isolated else UNASSIGNED


def _sorted_in(note: StructuralNote, filed: Filed, known: StructuralNote) -> StructuralNote:
    record = filed.record
    home = _by_words(note, record, known)
    if home is None:
        home = _by_kind(note, record, known)
    if home is not None:
        return _joined(note, home, filed)
    kin = _kin(note, record, known)
    if kin is not None:
        return _founded(note, kin, filed)
    return replace(note, isolated=(*note.isolated, filed))


def _by_words(
    note: StructuralNote, record: SessionRecord, known: StructuralNote
) -> NotedProject | None:
    """The project that a record continues by its words."""
    links = [
        (known.link(record, project.uses, project.keys), number)
        for number, project in enumerate(note.projects)
        if not record.keys.isdisjoint(project.keys)
    ]
    most, at = max(links, default=(0.0, 0))
    return note.projects[at] if most >= LINK else None


def _by_kind(
    note: StructuralNote, record: SessionRecord, known: StructuralNote
) -> NotedProject | None:
    """The latest project of a record's topic, else of any, if the record seems to last."""
    if not note.projects or known.leanings.odds(record) <= 0:
        return None
    topic = known.leanings.topic(record) or record.topic
    of_topic = [p for p in note.projects if p.core_topic == topic]
    return of_topic[-1] if of_topic else note.projects[-1]


def _kin(note: StructuralNote, record: SessionRecord, known: StructuralNote) -> Filed | None:
    """The latest isolated session of the same matter; both were to settle something."""
    if not record.settles:
        return None
    settling = (filed for filed in reversed(note.isolated) if filed.record.settles)
    return next((filed for filed in settling if _akin(filed.record, record, known)), None)


def _akin(one: SessionRecord, other: SessionRecord, known: StructuralNote) -> bool:
    shared = one.keys & other.keys
    if not shared or len(shared) > SAME_AGAIN * min(len(one.keys), len(other.keys)):
        return False
    return known.link(other, dict.fromkeys(shared, 1), one.keys) >= LINK


def _joined(note: StructuralNote, home: NotedProject, filed: Filed) -> StructuralNote:
    spoken = _spoken(Counter(home.uses), filed)
    grown = replace(home, sessions=(*home.sessions, filed.session_id), spoken=spoken)
    return replace(note, projects=tuple(grown if p is home else p for p in note.projects))


def _founded(note: StructuralNote, kin: Filed, filed: Filed) -> StructuralNote:
    project = NotedProject(
        id=f"P{len(note.projects) + 1}",
        label=kin.record.purpose,
        core_topic=kin.record.topic or filed.record.topic,
        sessions=(kin.session_id, filed.session_id),
        spoken=_spoken(Counter(kin.record.keys), filed),
    )
    others = tuple(one for one in note.isolated if one is not kin)
    return replace(note, projects=(*note.projects, project), isolated=others)


def _spoken(before: Counter[str], filed: Filed) -> tuple[tuple[str, int], ...]:
    before.update(filed.record.keys)
    return tuple(sorted(before.items()))
