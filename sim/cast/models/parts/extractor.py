"""Taking from a session the facts that are worth keeping."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sim.cast.models.exchange import Schema
from sim.cast.models.parts.part import Part, place, schema_of, several, shown_turns, words
from sim.cast.models.repair import Unusable, json_object, number, objects
from sim.roles.extracting import Noted
from sim.roles.extractor import Extraction, ExtractorInput
from sim.roles.gate import telling_words
from sim.text import contains
from sim.views import Session, Turn

MOST_FACTS, LONGEST_FACT = 12, 200  # facts a session, characters a fact


def user_turns(session: Session) -> Sequence[Turn]:
    """The turns a model may cite, by their number in this list."""
    return [turn for turn in session.turns if turn.speaker == "user"]


def cited(item: dict[str, Any], turns: Sequence[Turn], *said: str) -> Turn:
    """The turn that an item of a reply names by its number.

    Small models number their own list instead of the messages: where none of what an item repeats
    stands in the turn it names, the first turn that has some of it is meant.
    """
    named = turns[number(item, "line", len(turns)) - 1]
    values = [value for value in said if value]
    having = [turn for turn in turns if any(contains(turn.text, value) for value in values)]
    return named if named in having or not having else having[0]


def nearest(named: Turn, fact: str, turns: Sequence[Turn]) -> Turn | None:
    """The turn that a fact repeats: the one named if it has a word of it, else whichever has most.

    None for a fact that nobody said a word of, such as one out of a prompt's example.
    """
    telling = telling_words(fact)
    shared = {turn.id: len(telling & telling_words(turn.text)) for turn in turns}
    if shared[named.id]:
        return named
    best = max(turns, key=lambda turn: shared[turn.id])
    return best if shared[best.id] else None


def text_of(item: dict[str, Any], key: str, most: int) -> str:
    """A text in an item of a reply, cut to its greatest length; missing is empty."""
    value = item.get(key, "")
    if not isinstance(value, str):
        raise Unusable(f"The key {key!r} must be a text.")
    return " ".join(value.split())[:most]


def _shown(given: ExtractorInput) -> Mapping[str, object]:
    return {"messages": shown_turns(user_turns(given.session))}


def _schema(given: ExtractorInput) -> Schema:
    fact = schema_of(line=place(len(user_turns(given.session))), fact=words(LONGEST_FACT))
    return schema_of(facts=several(fact, MOST_FACTS))


def _read(reply: str, given: ExtractorInput) -> Extraction:
    turns = user_turns(given.session)
    items = objects(json_object(reply), "facts")[:MOST_FACTS]
    facts = [(cited(item, turns), text_of(item, "fact", LONGEST_FACT)) for item in items]
    said = [(nearest(turn, fact, turns), fact) for turn, fact in facts]
    return Extraction(tuple(Noted("note", fact, turn.id) for turn, fact in said if turn and fact))


def _nothing_said(given: ExtractorInput) -> Extraction | None:
    """Where the user said nothing there is nothing to take."""
    return None if user_turns(given.session) else Extraction(())


PART = Part("extractor", _shown, _read, room=500, schema=_schema, settled=_nothing_said)
