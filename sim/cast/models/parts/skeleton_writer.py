"""Writing a project of a person's own, in the shape of a draft: as many sessions, as many facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from sim.cast.models.exchange import Schema
from sim.cast.models.parts.part import Part, schema_of, several, words
from sim.cast.models.repair import Unusable, json_object, objects, string
from sim.plans import Reveal, SessionPlan
from sim.roles.skeleton_writer import SkeletonInput, SkeletonOutput
from sim.text import contains

MOST_COVERED = 40  # values shown
LONGEST_TITLE, LONGEST_SAID, LONGEST_VALUE, LONGEST_NAME = 60, 200, 60, 30  # characters
SHORTEST_VALUE = 3


def _shown(given: SkeletonInput) -> Mapping[str, object]:
    return {
        "person": given.described,
        "domain": given.domain,
        "reason": given.reason,
        "sessions": [[_kind(reveal) for reveal in event.reveals] for event in given.draft.events],
        "covered": list(given.covered[-MOST_COVERED:]),
    }


def _kind(reveal: Reveal) -> str:
    """What the model is told of a fact to come."""
    return "a decision" if reveal.fact.kind == "ongoing_state" else "something true for good"


def _schema(given: SkeletonInput) -> Schema:
    fact = schema_of(
        about=words(LONGEST_NAME),
        value=words(LONGEST_VALUE),
        said=words(LONGEST_SAID),
        question=words(LONGEST_SAID),
    )
    most = max(len(event.reveals) for event in given.draft.events)
    session = schema_of(opening=words(LONGEST_SAID), facts=several(fact, most))
    return schema_of(title=words(LONGEST_TITLE), sessions=several(session, len(given.draft.events)))


def _read(reply: str, given: SkeletonInput) -> SkeletonOutput:
    found = json_object(reply)
    sessions, draft = objects(found, "sessions"), given.draft
    if len(sessions) != len(draft.events):
        raise Unusable(f"There must be {len(draft.events)} sessions, not {len(sessions)}.")
    title = string(found, "title")[:LONGEST_TITLE] or draft.title
    events = [
        _event(event, said, title, n)
        for n, (event, said) in enumerate(zip(draft.events, sessions, strict=True), 1)
    ]
    told_apart([*given.covered, *_values(events)], len(given.covered))
    return SkeletonOutput(replace(draft, title=title, events=tuple(_continued(title, events))))


def _event(draft: SessionPlan, said: dict[str, Any], title: str, number: int) -> SessionPlan:
    facts = objects(said, "facts")
    if len(facts) != len(draft.reveals):
        raise Unusable(f"Session {number} must have {len(draft.reveals)} facts, not {len(facts)}.")
    opening = string(said, "opening")[:LONGEST_SAID]
    reveals = tuple(
        _reveal(reveal, fact) for reveal, fact in zip(draft.reveals, facts, strict=True)
    )
    if any(contains(opening, value) for r in reveals for value in r.fact.values):
        raise Unusable(f"The opening of session {number} must not give a value away.")
    return replace(draft, opening=opening or draft.opening, topic=title, reveals=reveals)


def _reveal(draft: Reveal, written: dict[str, Any]) -> Reveal:
    value, said = string(written, "value").strip(" ."), string(written, "said")[:LONGEST_SAID]
    if len(value) < SHORTEST_VALUE or len(value) > LONGEST_VALUE or not contains(said, value):
        raise Unusable(f"The text 'said' must hold its value word for word: {value!r}.")
    about = string(written, "about")[:LONGEST_NAME] or draft.fact.attribute
    question = string(written, "question")[:LONGEST_SAID]
    fact = replace(draft.fact, attribute=about, values=(value,), needles=(value,))
    return replace(draft, fact=fact, utterance=said, follow_ups=(question,) if question else ())


def told_apart(values: list[str], known: int) -> None:
    """Raise Unusable if a value beyond the first ``known`` is part of another, or holds one."""
    for place, value in enumerate(values):
        others = values[:place] + values[place + 1 :] if place >= known else []
        twin = next((o for o in others if contains(o, value) or contains(value, o)), None)
        if twin is not None:
            raise Unusable(f"The values {value!r} and {twin!r} cannot be told apart: change one.")


def _values(events: Iterable[SessionPlan]) -> Iterator[str]:
    return (value for e in events for r in e.reveals for value in r.fact.values)


def _continued(title: str, events: list[SessionPlan]) -> Iterator[SessionPlan]:
    """Each session with what the project has settled before it."""
    settled: list[str] = []
    for event in events:
        yield replace(event, earlier=f"{title}, so far: {' '.join(settled)}" if settled else "")
        settled += [f"{r.fact.attribute}: {r.fact.values[0]}." for r in event.reveals]


PART: Part[SkeletonInput, SkeletonOutput] = Part(
    "skeleton_writer", _shown, _read, room=1200, schema=_schema
)
