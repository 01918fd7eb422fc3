"""The file format of a world. What can be derived has a default; unknown keys are refused.

Wordings are sentences with slots. In an entity's wordings ``{phrase}`` stands for its noun phrase
and ``{value}`` for the value; in an edge's wordings ``{child}`` and ``{parent}`` stand for the
noun phrases, ``{trigger}`` and ``{value}`` for the two values of a rule.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from sim.errors import did_you_mean

EntityKind = Literal["value", "literal"]
Mark = Literal["deletable", "tracked"]
Name = str


class Entry(BaseModel):
    """A piece of a world file; a key nobody knows is answered with the nearest right one."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    @model_validator(mode="before")
    @classmethod
    def _no_unknown_keys(cls, given: Any) -> Any:
        known = list(cls.model_fields)
        for key in given if isinstance(given, dict) else ():
            if key not in known:
                near = did_you_mean(str(key), known) or f" (known: {', '.join(known)})"
                raise ValueError(f"no key is called {key!r}{near}")
        return given


class EntityEntry(Entry):
    """One thing that has a value, such as where the person lives."""

    phrase: str = Field(description="Noun phrase in the first person, such as 'my commute'.")
    category: str = Field(default="misc", description="Heading in lists and drawings.")
    pool: list[str] = Field(min_length=2, description="5 to 15 made-up values.")
    kind: EntityKind = Field(default="value", description="'literal' is recalled word for word.")
    marks: list[Mark] = Field(
        default=[],
        description="'deletable': the user may ask to forget it. 'tracked': it changes on its own.",
    )
    nulls: list[str] = Field(
        default=[], description="Values of the pool that mean 'none'; never asked about."
    )
    states: list[str] = Field(default=[], description="Sentences that state {value}.")
    changes: list[str] = Field(default=[], description="Sentences that report a new {value}.")
    questions: list[str] = Field(default=[], description="Questions for the value now.")
    history: list[str] = Field(default=[], description="Questions for all values in order.")
    deletes: list[str] = Field(default=[], description="Requests to forget the value.")
    follow_ups: list[str] = Field(default=[], description="What one says next; no fact in it.")


class EdgeEntry(Entry):
    """``child`` depends on ``parent``; ``rules`` say what some values of the parent lead to."""

    child: Name
    parent: Name
    pattern: str = Field(default="general", description="Why: names a reason clause.")
    rules: dict[str, str] = Field(
        default={}, description="Value of the parent: the value the child then has."
    )
    wordings: list[str] = Field(default=[], description="Sentences stating the dependency.")
    implied_wordings: list[str] = Field(
        default=[], description="Sentences that only let the dependency show: 'because of'."
    )
    rule_wordings: list[str] = Field(default=[], description="Sentences stating a rule.")


class TripleEntry(Entry):
    """Three related entities that one question asks for together."""

    entities: list[Name] = Field(min_length=3, max_length=3)
    questions: list[str] = Field(min_length=1)


class ConstraintEntry(Entry):
    """While ``entity`` has ``value``, ``other`` has none of the values in ``excluded``."""

    entity: Name
    value: str
    other: Name
    excluded: list[str] = Field(min_length=1)


class WorldFile(Entry):
    """A world: what there is, what depends on what, and how people put it into words."""

    name: str = Field(pattern=r"^[a-z][a-z0-9_]*$", description="Lower case, underscores.")
    description: str = Field(default="", description="One or two sentences for lists.")
    entities: dict[Name, EntityEntry] = Field(min_length=1)
    edges: list[EdgeEntry] = []
    triples: list[TripleEntry] = []
    constraints: list[ConstraintEntry] = []
    patterns: dict[str, str] = Field(
        default={}, description="Further reason clauses: 'since I pick what is close by'."
    )
    small_talk: dict[Name, list[str]] = Field(
        default={}, description="Category: what one says next on such a topic; no fact in it."
    )


def json_schema() -> dict[str, Any]:
    """The JSON schema of world files, so that an editor completes and checks them.

    >>> sorted(json_schema()["properties"])[:3]
    ['constraints', 'description', 'edges']
    """
    schema = WorldFile.model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
