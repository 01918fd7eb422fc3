"""A ticket: who calls through the door, so that calls are booked and kept in the right place."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sim.cast.models.endpoint import STREAMING
from sim.cast.models.spec import ModelSpec
from sim.cast.usage import Place, UsageBook

DEFAULT_TEMPERATURE = 1.0  # what OpenAI's interface takes when a request does not say


@dataclass(slots=True)
class Ticket:
    """One library in one life and trial. Calls of one ticket come one after another.

    ``asked`` counts equal sampled requests: the third time a library asks the same is always the
    third time, also when the life is lived again.
    """

    role: str
    where: Callable[[], Place]
    book: UsageBook
    asked: Counter[str] = field(default_factory=Counter)

    @property
    def place(self) -> Place:
        """Where a call is made from now; the phase changes while a library goes about its work."""
        return self.where()

    def key(self, spec: ModelSpec, payload: Mapping[str, Any]) -> str:
        """What the reply to a request is kept under; every sampled one has its own."""
        said = {name: value for name, value in payload.items() if name not in (*STREAMING, "model")}
        parts: dict[str, Any] = {
            "door": self.role,
            "model": [spec.provider, spec.model, spec.url],
            "request": said,
        }
        if _temperature(said) > 0:
            same = _digest(parts)
            self.asked[same] += 1
            parts["place"] = [self.place.life, self.place.trial, self.asked[same]]
        return _digest(parts)


def _temperature(said: Mapping[str, Any]) -> float:
    given = said.get("temperature")
    return float(given) if isinstance(given, int | float) else DEFAULT_TEMPERATURE


def _digest(parts: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()
