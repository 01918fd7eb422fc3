"""A small learner that finds out, from what the user says later, what would have been needed.

Beyond PerMem-Bench. Each later session is held against all earlier ones, stored or skipped (the
history is a shadow copy of what was skipped): the one it takes up was needed. A session that
nobody took up for some time was not. From such delayed labels, and from what is really retrieved,
a logistic regression learns; nothing else teaches it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import exp
from typing import ClassVar

from pydantic import Field

from memory_backends.base import BackendOptions
from memory_backends.gates.base import Feedback, Gate
from memory_backends.gates.shadow import Shadow
from memory_backends.gates.usage import Usage
from sim.roles.gate import GATE, GateInput
from sim.roles.session_record import SESSION_RECORD, SessionRecord, SessionRecordInput
from sim.views import Session

MOST_SAY = 4.0  # times that one needed session may count for
START = (0.0, 2.0, 0.5, 0.5)  # weights before anything was learnt: much like the greedy gate


class OnlineOptions(BackendOptions):
    """``rate`` is the step of the learner, ``fading`` that of its means over topics and words.

    A session that was not taken up within ``patience_days`` was not needed.
    """

    rate: float = Field(default=0.02, gt=0, le=1)
    fading: float = Field(default=0.2, gt=0, le=1)
    patience_days: int = Field(default=60, ge=1)


@dataclass(slots=True)
class Waiting:
    """A session whose worth is not known yet."""

    session_id: str
    at: datetime
    features: tuple[float, ...]
    record: SessionRecord
    needed: bool = False


class Online(Gate):
    """Learns from later use which sessions were worth storing."""

    name = "online"
    Options: ClassVar[type[OnlineOptions]] = OnlineOptions
    options: OnlineOptions

    def __init__(self, user_id: str, options: BackendOptions | None = None) -> None:
        super().__init__(user_id, options)
        self._weights = list(START)
        self._needed = Usage(self.options.fading)
        self._shadow = Shadow()
        self._waiting: deque[Waiting] = deque()
        self._by_id: dict[str, Waiting] = {}
        self._seen = [1, 1]  # sessions that were not needed, and that were

    def decide(self, session: Session, history: Sequence[Session]) -> bool:  # noqa: ARG002
        """Whether the session will more likely than not be needed, by what was needed so far."""
        self._settle(session.started_at)
        record = self.play(SESSION_RECORD, SessionRecordInput(session), session.id)
        self._note_need(self._shadow.taken_up(session, record))
        features = self._features(session, record)
        self._await(Waiting(session.id, session.started_at, features, record))
        return self._odds(features) > 0

    def learn(self, feedback: Sequence[Feedback]) -> None:
        """What was retrieved was needed."""
        for each in feedback:
            if each.retrieved > 0:
                self._note_need(each.session_id)

    def _features(self, session: Session, record: SessionRecord) -> tuple[float, ...]:
        leaning = self.play(GATE, GateInput(session), session.id).leaning
        topic = self._needed.mean([f"={record.topic}"] if record.topic else [])
        return (1.0, leaning, topic, self._needed.mean(record.keys))

    def _await(self, waiting: Waiting) -> None:
        self._waiting.append(waiting)
        self._by_id[waiting.session_id] = waiting

    def _note_need(self, session_id: str) -> None:
        waiting = self._by_id.get(session_id)
        if waiting is not None and not waiting.needed:
            waiting.needed = True
            self._adapt(waiting, needed=True)

    def _settle(self, now: datetime) -> None:
        """Sessions that were given time enough and that nobody took up were not needed."""
        patience = timedelta(days=self.options.patience_days)
        while self._waiting and now - self._waiting[0].at > patience:
            waiting = self._waiting.popleft()
            del self._by_id[waiting.session_id]
            if not waiting.needed:
                self._adapt(waiting, needed=False)

    def _adapt(self, waiting: Waiting, *, needed: bool) -> None:
        """One step. Needed sessions are few; both kinds together get the same say."""
        self._seen[needed] += 1
        say = sum(self._seen) / (2 * self._seen[needed])
        error = needed - 1 / (1 + exp(-self._odds(waiting.features)))
        for at, feature in enumerate(waiting.features):
            self._weights[at] += self.options.rate * min(say, MOST_SAY) * error * feature
        worth = 1.0 if needed else -min(1.0, self._seen[True] / self._seen[False])
        topic = [f"={waiting.record.topic}"] if waiting.record.topic else []
        self._needed.add([*topic, *sorted(waiting.record.keys)], worth)

    def _odds(self, features: Sequence[float]) -> float:
        pairs = zip(self._weights, features, strict=True)
        return sum(weight * feature for weight, feature in pairs)
