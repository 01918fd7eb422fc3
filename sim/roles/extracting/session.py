"""What a finished session says, note by note: by the world's wording, then by plain English."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sim.lexicon import Lexicon, Statement, sentences
from sim.roles.extracting.clauses import clause_of
from sim.roles.extracting.noted import Noted
from sim.roles.extracting.sentences import read_sentence
from sim.roles.extracting.worth import worth_keeping
from sim.views import Session, Turn

_PLACE = "Zorvane"  # stands for a value while a lexicon's sentences are read as plain English


def notes_of(session: Session, lexicon: Lexicon) -> tuple[Noted, ...]:
    """Everything the user said that is worth noting, in the order it was said."""
    return tuple(
        note
        for turn in session.turns
        if turn.speaker == "user"
        for sentence in sentences(turn.text)
        if (note := _note(sentence, turn, lexicon)) is not None
    )


def plain_names(lexicon: Lexicon) -> Mapping[str, str]:
    """What plain English calls the entities of a lexicon, found by reading its own sentences.

    >>> from sim.lexicon import Pattern
    >>> plain_names(Lexicon((Pattern("state", "home", "I live in {value}."),)))
    {'my home': 'home'}
    """
    names: dict[str, str] = {}
    for pattern in lexicon.patterns:
        told = clause_of(pattern.template.replace("{value}", _PLACE))
        if pattern.act in ("state", "change") and told and told.value == _PLACE:
            names.setdefault(told.about, pattern.entity)
    return names


def questions(lexicon: Lexicon) -> Mapping[str, tuple[str, ...]]:
    """The questions about each entity that a wording knows."""
    found: dict[str, list[str]] = {}
    for asking in lexicon.askings:
        for entity in asking.entities:
            found.setdefault(entity, []).append(asking.text)
    return {entity: tuple(texts) for entity, texts in found.items()}


def _note(sentence: str, turn: Turn, lexicon: Lexicon) -> Noted | None:
    said = lexicon.read(sentence)
    note = _worded(said[0], sentence, turn) if said else _plain(sentence, turn, lexicon)
    if note is None:
        return Noted("note", sentence, turn.id) if worth_keeping(sentence) else None
    return replace(note, asked=lexicon.once(questions).get(note.about, ()))


def _worded(said: Statement, sentence: str, turn: Turn) -> Noted:
    return Noted(said.act, sentence, turn.id, said.entity, said.value, said.parent, said.trigger)


def _plain(sentence: str, turn: Turn, lexicon: Lexicon) -> Noted | None:
    """A note in other words, under the names by which the lexicon knows what it is about."""
    read, names = read_sentence(sentence, turn.id), lexicon.once(plain_names)
    if read is None:
        return None
    about, parent = names.get(read.about, read.about), names.get(read.parent, read.parent)
    return replace(read, about=about, parent=parent)
