"""Taking values, dependencies, rules, changes and wishes to forget from a session."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast, get_args

from sim.cast.models.exchange import Schema
from sim.cast.models.parts.extractor import cited, text_of, user_turns
from sim.cast.models.parts.part import Part, choice, place, schema_of, several, shown_turns, words
from sim.cast.models.repair import Unusable, json_object, objects
from sim.roles.dependency_extractor import DependencyExtractorInput
from sim.roles.extracting import Act, Noted
from sim.roles.extractor import Extraction
from sim.views import Turn

MOST_NOTES, MOST_KNOWN = 12, 60  # notes a session, names shown
LONGEST_NAME, LONGEST_VALUE, LONGEST_QUESTION = 40, 200, 80  # characters
KINDS = get_args(Act)


def _shown(given: DependencyExtractorInput) -> Mapping[str, object]:
    return {
        "messages": shown_turns(user_turns(given.session)),
        "known": list(given.known[-MOST_KNOWN:]),
    }


def _schema(given: DependencyExtractorInput) -> Schema:
    note = schema_of(
        line=place(len(user_turns(given.session))),
        kind=choice(KINDS),
        about=words(LONGEST_NAME),
        value=words(LONGEST_VALUE),
        depends_on=words(LONGEST_NAME),
        when=words(LONGEST_VALUE),
        question=words(LONGEST_QUESTION),
    )
    return schema_of(notes=several(note, MOST_NOTES))


def _read(reply: str, given: DependencyExtractorInput) -> Extraction:
    turns = user_turns(given.session)
    items = objects(json_object(reply), "notes")[:MOST_NOTES]
    notes = [_note(item, _said(item, turns)) for item in items]
    return Extraction(tuple(note for note in notes if _is_whole(note)))


def _said(item: dict[str, Any], turns: Sequence[Turn]) -> Turn:
    """The turn that says an item: what it takes over word for word stands in it."""
    keys = ("value", "when", "depends_on", "about")
    words_of = [text_of(item, key, LONGEST_VALUE) for key in keys]
    return cited(item, turns, *([value for value in words_of[:2] if value] or words_of[2:]))


def _note(item: dict[str, Any], turn: Turn) -> Noted:
    kind = item.get("kind")
    if kind not in KINDS:
        raise Unusable(f"The key 'kind' must be one of {', '.join(KINDS)}.")
    question = text_of(item, "question", LONGEST_QUESTION)
    return Noted(
        act=cast("Act", kind),
        words=turn.text,
        turn=turn.id,
        about=text_of(item, "about", LONGEST_NAME).casefold(),
        value=text_of(item, "value", LONGEST_VALUE),
        parent=text_of(item, "depends_on", LONGEST_NAME).casefold(),
        trigger=text_of(item, "when", LONGEST_VALUE),
        asked=(question,) if question else (),
    )


def _is_whole(note: Noted) -> bool:
    """Whether a note has what its kind needs; half a rule is no rule."""
    needs = {
        "state": (note.about, note.value),
        "change": (note.about, note.value),
        "depend": (note.about, note.parent),
        "rule": (note.about, note.value, note.parent, note.trigger),
        "forget": (note.about,),
        "note": (note.words,),
    }
    return all(needs[note.act]) and note.about != (note.parent or None)


def _nothing_said(given: DependencyExtractorInput) -> Extraction | None:
    return None if user_turns(given.session) else Extraction(())


PART = Part("dependency_extractor", _shown, _read, room=900, schema=_schema, settled=_nothing_said)
