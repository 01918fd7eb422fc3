"""Gold: questions with their right answers, the evidence they need, and what came of asking."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from sim.clock import Minutes
from sim.text import carries
from sim.views import Memory, Question

Phase = Literal["before", "after", "checkpoint", "end"]
EvidenceRole = Literal["value", "rule", "dependency", "change", "request", "propagated", "turn"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """One piece that an answer rests on, and the turns in which it was expressed.

    A memory carries it if its text holds all the needles; evidence without needles (imported
    data) is carried by a memory that names one of its turns, or only its session, as a source.
    """

    id: str
    role: EvidenceRole
    session_id: str = ""
    turn_ids: tuple[str, ...] = ()
    needles: tuple[str, ...] = ()

    def is_carried_by(self, memory: Memory) -> bool:
        """Whether a memory holds this piece."""
        if self.needles:
            return carries(memory.text, self.needles)
        if memory.turns and self.turn_ids:
            return not set(self.turn_ids).isdisjoint(memory.turns)
        return self.session_id in memory.sessions


@dataclass(frozen=True, slots=True)
class Gold:
    """The right answer. ``accepted`` must be named (all of them, in order if ``ordered``).

    ``stale`` are values that were right once, ``hidden`` ones that must not be revealed. With
    ``accepted`` empty the right answer is that nothing is known (absence) or available (deletion).
    """

    accepted: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class Probe:
    """A question at a date of a life, with everything needed to judge and to trace the answer.

    ``pair`` links the before- and the after-question of one task; ``optional`` evidence is traced
    but not needed (a value that a memory may have propagated on its own).
    """

    id: str
    study: str
    kind: str
    phase: Phase
    at: Minutes
    question: Question
    gold: Gold
    evidence: tuple[Evidence, ...] = ()
    optional: tuple[Evidence, ...] = ()
    pair: str = ""
    hop: int = 0
    entities: tuple[str, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a judge says of an answer: a score in [0, 1], right or not, and why.

    ``votes`` are the scores of the members where several judged, in their order.
    """

    score: float
    correct: bool
    why: str
    judge: str
    partial: float | None = None
    votes: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Failure:
    """Something that should have given a result and did not. Never a score, never a zero."""

    where: str
    why: str
    raw: str = ""
