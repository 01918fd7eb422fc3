"""Options by keyword, read into a pydantic model; what is wrong is said in one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, get_args, get_origin

from pydantic import BaseModel, ValidationError

from sim.errors import Misuse, did_you_mean
from sim.reasons import reason, shown

M = TypeVar("M", bound=BaseModel)


def read_options(model: type[M], given: Mapping[str, object], where: str) -> M:
    """The options of ``where`` ("backend 'bm25'"), validated.

    Raises Misuse naming every option that is unknown or has an impossible value, with the
    nearest right name. Strings from a command line are read as numbers where numbers are meant.
    """
    try:
        return model(**given)
    except ValidationError as error:
        problems = [_sentence(model, problem, where) for problem in error.errors()]
        raise Misuse("; ".join(problems)) from error


def listed(model: type[BaseModel]) -> tuple[str, ...]:
    """The options of a model with their defaults, as one would type them.

    >>> class Depth(BaseModel):
    ...     k: int = 5
    >>> listed(Depth)
    ('k=5',)
    """
    return tuple(f"{name}={field.get_default()}" for name, field in model.model_fields.items())


def _sentence(model: type[BaseModel], problem: Any, where: str) -> str:
    name = ".".join(str(part) for part in problem["loc"]) or "options"
    if problem["type"] == "extra_forbidden":
        known = sorted(model.model_fields)
        has = f"(it has {', '.join(known)})" if known else "(it has none)"
        return f"{where} has no option {name!r}{did_you_mean(name, known)} {has}"
    value = problem["input"]
    choices = _choices(model, name)
    if choices:
        near = did_you_mean(str(value), choices)
        return f"option {name!r} of {where} cannot be {value!r}{near} (one of {', '.join(choices)})"
    return f"option {name!r} of {where} cannot be {shown(value)}: {reason(problem)}"


def _choices(model: type[BaseModel], name: str) -> list[str]:
    field = model.model_fields.get(name)
    if field is None or get_origin(field.annotation) is not Literal:
        return []
    return [str(choice) for choice in get_args(field.annotation)]
