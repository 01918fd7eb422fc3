"""Names with options in a recipe: ``bm25``, ``bm25[k1=1.2]`` or ``{bm25: {k1: 1.2}}``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    model_serializer,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

_BRACKETED = re.compile(r"^(?P<name>[^\[\]]+)\[(?P<options>[^\[\]]*)\]$")


class Named(BaseModel):
    """One thing by name, with its options.

    >>> Named.model_validate("bm25[granularity=session, k1=1.2]").options
    {'granularity': 'session', 'k1': 1.2}
    >>> Named.model_validate({"bm25": {"k1": 1.2}}).model_dump()
    {'bm25': {'k1': 1.2}}
    >>> Named.model_validate("bm25").model_dump()
    'bm25'
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(min_length=1)
    options: dict[str, Any] = Field(default_factory=dict)

    @model_validator(mode="before")
    @classmethod
    def _written(cls, given: Any) -> Any:
        if isinstance(given, str):
            return _from_text(given)
        if isinstance(given, Mapping) and len(given) == 1 and "name" not in given:
            ((name, options),) = given.items()
            return {"name": str(name), "options": options or {}}
        return given

    @model_serializer
    def _short(self) -> str | dict[str, dict[str, Any]]:
        return {self.name: self.options} if self.options else self.name

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """A name, or one name that leads to its options."""
        options = {"type": "object"}
        return {
            "anyOf": [
                {"type": "string"},
                {
                    "type": "object",
                    "additionalProperties": options,
                    "minProperties": 1,
                    "maxProperties": 1,
                },
            ]
        }


def _from_text(text: str) -> dict[str, Any]:
    found = _BRACKETED.match(text.strip())
    if found is None:
        if "[" in text or "]" in text:
            raise ValueError(
                f"{text!r} has a bracket too many or too few: options are written as "
                "name[option=value, other=value]"
            )
        return {"name": text.strip()}
    return {"name": found["name"].strip(), "options": _options(found["options"])}


def _options(written: str) -> dict[str, Any]:
    """``a=1, b=x`` as a mapping; values are read as YAML."""
    pairs = [pair.partition("=") for pair in written.split(",") if pair.strip()]
    return {key.strip(): _value(value) if sign else True for key, sign, value in pairs}


def _value(written: str) -> Any:
    import yaml

    try:
        return yaml.safe_load(written)
    except yaml.YAMLError as error:
        raise ValueError(f"{written!r} is no YAML value") from error
