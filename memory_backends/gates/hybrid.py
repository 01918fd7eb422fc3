"""Structure and the session itself, weighed together, by a user's recent ways.

Beyond PerMem-Bench, which leaves the combination open (finding 1): the structural note knows what
belongs together, the session alone knows what it looks like, and running means over topics and
words notice when a user's ways have changed, so that a finished project stops attracting sessions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar

from pydantic import Field

from memory_backends.base import BackendOptions
from memory_backends.gates.base import Gate
from memory_backends.gates.structured import NoteBook
from memory_backends.gates.usage import Usage
from sim.roles.gate import GATE, GateInput
from sim.roles.structure import ISOLATED, UNASSIGNED, Filed
from sim.views import Session


@dataclass(frozen=True, slots=True)
class Weights:
    """Log odds, rounded from a logistic regression over lives of 24 months (seed 100)."""

    base: float = 0.0
    alone: float = 2.0
    topic: float = 1.3
    words: float = 1.6
    isolated: float = -0.6
    project: float = 0.4
    lively: float = 0.4


WEIGHTS = Weights()
REGRET = -1.0  # log odds of its ways below which a stored session is regretted


class HybridOptions(BackendOptions):
    """``window`` is that of the note; ``fading`` the weight of a new session in a running mean.

    A project that was not taken up for ``patience_days`` counts as finished.
    """

    window: int = Field(default=10, ge=1)
    fading: float = Field(default=0.25, gt=0, le=1)
    patience_days: int = Field(default=45, ge=1)


class Hybrid(Gate):
    """Weighs the session alone against structure and against the user's recent ways."""

    name = "hybrid"
    Options: ClassVar[type[HybridOptions]] = HybridOptions
    options: HybridOptions

    def __init__(self, user_id: str, options: BackendOptions | None = None) -> None:
        super().__init__(user_id, options)
        self._book = NoteBook(self.options.window)
        self._topics, self._words = Usage(self.options.fading), Usage(self.options.fading)
        self._taken_up: dict[str, datetime] = {}
        self._stored: dict[str, Filed] = {}

    def decide(self, session: Session, history: Sequence[Session]) -> bool:  # noqa: ARG002
        """Whether the log odds that the session is part of something lasting are positive."""
        leaning = self.play(GATE, GateInput(session), session.id).leaning
        filed, place = self._book.file(session, self.play)
        store = self._odds(filed, place, leaning, session.started_at) > 0
        self._remember(filed, place, leaning, session.started_at)
        if store:
            self._stored[session.id] = filed
        return store

    def regretted(self) -> frozenset[str]:
        """Stored sessions whose topic and words have turned out to be passing matters."""
        return frozenset(each for each, filed in self._stored.items() if self._ways(filed) < REGRET)

    def _odds(self, filed: Filed, place: str, leaning: float, at: datetime) -> float:
        weights, in_project = WEIGHTS, place not in (ISOLATED, UNASSIGNED)
        odds = weights.base + weights.alone * leaning + self._ways(filed)
        odds += weights.isolated * (place == ISOLATED) + weights.project * in_project
        return odds + weights.lively * (in_project and self._is_lively(place, at))

    def _ways(self, filed: Filed) -> float:
        """What the user's recent ways with this topic and these words say, as log odds."""
        topic, words = self._topics.mean([filed.record.topic]), self._words.mean(filed.record.keys)
        return WEIGHTS.topic * topic + WEIGHTS.words * words

    def _is_lively(self, place: str, at: datetime) -> bool:
        last = self._taken_up.get(place)
        return last is not None and at - last <= timedelta(days=self.options.patience_days)

    def _remember(self, filed: Filed, place: str, leaning: float, at: datetime) -> None:
        if filed.record.topic:
            self._topics.add([filed.record.topic], leaning)
        self._words.add(sorted(filed.record.keys), leaning)
        self._taken_up[place] = at
