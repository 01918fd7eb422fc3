"""A part: how a model plays one role. What it is shown, what it may reply, how that is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sim.cast.models.exchange import Schema
from sim.cast.models.prompting import Own
from sim.views import Memory, Turn

I = TypeVar("I")  # noqa: E741  (input)
O = TypeVar("O")  # noqa: E741  (output)

PLAIN: Schema | None = None


def _plain(given: Any) -> Schema | None:  # noqa: ARG001
    return PLAIN


def _unsigned(done: Any, by: str) -> Any:  # noqa: ARG001
    return done


def _as_it_is(given: Any) -> Any:
    return given


def _open(given: Any) -> None:  # noqa: ARG001
    return None


@dataclass(frozen=True, slots=True)
class Part(Generic[I, O]):
    """One role as a model plays it.

    ``read`` makes the output of a reply and raises Unusable for one it cannot use; what it gets is
    the cleaned text of a plain reply, or the JSON of one with a ``schema``. ``settled`` is the
    output where a rule of the protocol leaves a model nothing to say. ``room`` bounds the reply in
    tokens. ``signed`` puts the player's name on an output that carries one.
    ``rehearsed`` is the input as it would look had a model, not the script, spoken before.
    """

    role: str
    shown: Callable[[I], Mapping[str, object]]
    read: Callable[[str, I], O]
    room: int
    schema: Callable[[I], Schema | None] = _plain
    settled: Callable[[I], O | None] = _open
    signed: Callable[[O, str], O] = _unsigned
    rehearsed: Callable[[I], I] = _as_it_is


def shown_turns(turns: Iterable[Turn]) -> list[dict[str, str]]:
    """Turns as a template shows them: the speaker is our word, the text is theirs."""
    return [{"speaker": Own(turn.speaker), "text": turn.text} for turn in turns]


def shown_memories(memories: Iterable[Memory]) -> list[dict[str, str]]:
    """Memories with their dates, oldest first: in this order small models see what is current."""
    dated = sorted(memories, key=lambda memory: (memory.created_at, memory.id))
    return [{"date": Own(m.created_at.date().isoformat()), "text": m.text} for m in dated]


def schema_of(**properties: Schema) -> Schema:
    """An object in which every property must be there, and nothing else."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def places(most: int) -> Schema:
    """A list of numbers from 1 to ``most``."""
    return several(place(most), most)


def place(most: int) -> Schema:
    """A number from 1 to ``most``."""
    return {"type": "integer", "minimum": 1, "maximum": max(most, 1)}


def several(of: Schema, most: int) -> Schema:
    """A list of at most so many of something."""
    return {"type": "array", "items": of, "maxItems": most}


def words(most: int) -> Schema:
    """A text of at most so many characters."""
    return {"type": "string", "maxLength": most}


def choice(among: Iterable[str]) -> Schema:
    """One of some words."""
    return {"type": "string", "enum": list(among)}


FLAG: Schema = {"type": "boolean"}
