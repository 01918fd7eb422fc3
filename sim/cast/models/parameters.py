"""How a role is to be played by a model: temperature, length, time."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

TIMEOUT = 60.0  # seconds; the clients' own default of ten minutes lets a run hang


class Parameters(BaseModel):
    """Parameters of one role. ``max_tokens`` None is the role's own bound.

    A temperature above 0 makes replies samples: two lives with the same prompt do not share one.
    ``schema`` false asks a server that has no JSON schema for JSON in words alone. ``prompt`` is a
    Jinja file to use in place of the role's own; it has the same two blocks and the same names.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    temperature: Annotated[float, Field(ge=0, le=2)] = 0.0
    max_tokens: Annotated[int, Field(ge=1)] | None = None
    seed: int | None = None
    timeout: Annotated[float, Field(gt=0)] = TIMEOUT
    json_schema: bool = Field(default=True, alias="schema")
    reasks: Annotated[int, Field(ge=0, le=10)] = 3
    prompt: str = ""
    replicate: Annotated[int, Field(ge=0)] = 0

    @property
    def sampled(self) -> bool:
        """Whether the same prompt may get different replies."""
        return self.temperature > 0
