"""What is wrong with a recipe, in one sentence: the place, and the nearest right name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, get_args, get_origin

from pydantic import BaseModel, ValidationError

from sim.errors import BadData, Misuse, UnknownName
from sim.reasons import foremost, reason, shown

SPEAKING = ("missing", "value_error", "assertion_error")  # complaints that need no value


def misuse(error: ValidationError, model: type[BaseModel], where: str) -> Misuse:
    """The first thing that pydantic found, as an error of ours."""
    found, *others = foremost(error.errors(), lambda loc: _spoken(model, loc))
    *before, last = found["loc"] or [""]
    if found["type"] == "extra_forbidden":
        loc = _spoken(model, before)
        return UnknownName("key", str(last), _keys(model, loc), where=_place(where, loc))
    said = reason(found, *others)
    if found["type"] not in SPEAKING:
        said = f"{shown(found['input'])} cannot stand here: {said}"
    return BadData(_place(where, _spoken(model, found["loc"])), said)


def _place(where: str, loc: Sequence[str | int]) -> str:
    return f"{where}, {_dotted(loc)}" if loc else where


def _dotted(loc: Sequence[str | int]) -> str:
    return ".".join(map(str, loc))


def _spoken(model: type[BaseModel], loc: Sequence[str | int]) -> list[str | int]:
    """The parts of a place that a reader of the recipe knows: not pydantic's names of members."""
    spoken: list[str | int] = []
    inside, keyed = [model], False
    for part in loc:
        if keyed or isinstance(part, int) or _declared(inside, part):
            spoken.append(part)
        keyed = _is_keyed(inside, part)
        inside = [*_models(inside, part)] or inside
    return spoken


def _is_keyed(models: list[type[BaseModel]], part: str | int) -> bool:
    """Whether what a key holds is a mapping, so that names of the reader's own come next."""
    fields = [model.model_fields.get(str(part)) for model in models]
    return any(get_origin(field.annotation) is dict for field in fields if field is not None)


def _declared(models: list[type[BaseModel]], part: str) -> bool:
    return any(part in model.model_fields for model in models)


def _keys(model: type[BaseModel], loc: list[str | int]) -> set[str]:
    inside = [model]
    for part in loc:
        inside = [*_models(inside, part)] or inside
    return {name for each in inside for name in each.model_fields}


def _models(inside: list[type[BaseModel]], part: str | int) -> Iterator[type[BaseModel]]:
    """The models that a key of one of these models can hold."""
    for model in inside:
        field = model.model_fields.get(str(part))
        if field is not None:
            yield from _within(field.annotation)


def _within(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inner in get_args(annotation):
        yield from _within(inner)
