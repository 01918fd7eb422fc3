"""LoCoMo's file as it is: one object a conversation, sessions as numbered keys of a mapping.

Two layouts carry the same: the whole set as a list with everything below ``conversation``, and one
file a conversation with its keys at the top. Fields that nothing here needs are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, TypeAdapter, ValidationError

from experiments.datasets.elements import elements
from experiments.datasets.strict import complaint
from sim.errors import BadData

T = TypeVar("T")

_SESSION = re.compile(r"session_(\d+)")
_DATE = re.compile(r"session_(\d+)_date_time")


def _listed(value: object) -> object:
    return [] if value is None else [value] if isinstance(value, str) else value


class SourceModel(BaseModel):
    """A foreign format: more keys than these are no error."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class SourceTurn(SourceModel):
    """One utterance; ``query`` is the text an image was searched with."""

    speaker: str
    dia_id: str
    text: str
    blip_caption: str | None = None
    query: str | None = None


class SourceQuestion(SourceModel):
    """One question; ``adversarial_answer`` is the trap, never the right answer."""

    question: str
    category: int
    evidence: Annotated[tuple[str, ...], BeforeValidator(_listed)] = ()
    answer: str | int | float | None = None
    adversarial_answer: str | int | float | None = None


@dataclass(frozen=True, slots=True)
class SourceSession:
    """A numbered session that has turns; ``date`` is the source's text, "" where it has none."""

    number: int
    date: str
    turns: tuple[SourceTurn, ...]


@dataclass(frozen=True, slots=True)
class Conversation:
    """One conversation with its questions. ``dates_alone`` counts dates without a session."""

    id: str
    speakers: tuple[str, str]
    sessions: tuple[SourceSession, ...]
    questions: tuple[SourceQuestion, ...]
    dates_alone: int


_TURNS = TypeAdapter(tuple[SourceTurn, ...])
_QUESTIONS = TypeAdapter(tuple[SourceQuestion, ...])


def conversations(path: Path) -> Iterator[Conversation]:
    """The conversations of a file, or of a folder of files, one after the other."""
    for file in sorted(path.glob("*.json")) if path.is_dir() else [path]:
        for where, sample in elements(file):
            if not isinstance(sample, dict):
                raise BadData(where, "a conversation is an object with keys")
            yield _conversation(sample, where, name=file.stem)


def _conversation(sample: Mapping[str, object], where: str, *, name: str) -> Conversation:
    talk = sample.get("conversation", sample)
    if not isinstance(talk, dict) or not {"speaker_a", "speaker_b"} <= talk.keys():
        raise BadData(where, "the keys 'speaker_a' and 'speaker_b' are missing; is this LoCoMo?")
    sessions = tuple(_sessions(talk, where))
    numbers = {session.number for session in sessions}
    dated = [int(found[1]) for key in talk if (found := _DATE.fullmatch(key))]
    return Conversation(
        id=str(sample.get("sample_id", name)),
        speakers=(str(talk["speaker_a"]), str(talk["speaker_b"])),
        sessions=sessions,
        questions=_checked(_QUESTIONS, sample.get("qa", []), f"{where}, qa"),
        dates_alone=sum(number not in numbers for number in dated),
    )


def _sessions(talk: Mapping[str, object], where: str) -> Iterator[SourceSession]:
    """By number; what counts are the sessions, since there are dates without one."""
    found = {int(match[1]): key for key in talk if (match := _SESSION.fullmatch(key))}
    for number, key in sorted(found.items()):
        turns = _checked(_TURNS, talk[key], f"{where}, {key}")
        yield SourceSession(number, str(talk.get(f"{key}_date_time", "")), turns)


def _checked(adapter: TypeAdapter[T], value: object, where: str) -> T:
    try:
        return adapter.validate_python(value)
    except ValidationError as error:
        raise BadData(where, complaint(error, SourceModel)) from error
