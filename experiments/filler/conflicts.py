"""Step 3 of the conflict filter: whether a filler session could be taken for a user's fact."""

from __future__ import annotations

from experiments.filler.gold import wordings
from experiments.filler.session import Filler
from sim.cast import Cast
from sim.roles.conflict_judge import (
    CONFLICT_JUDGE,
    CONFLICTS,
    Conflict,
    ConflictInput,
    Subject,
)
from sim.seeds import stream
from worlds import Entity

__all__ = ["CONFLICTS", "Conflict", "conflict", "subject_of"]


def subject_of(entity: Entity) -> Subject:
    """What the judge is told of an entity."""
    return Subject(entity.phrase, tuple(entity.pool), tuple(entity.values), wordings(entity))


def conflict(subject: Subject, filler: Filler, cast: Cast) -> Conflict | None:
    """The gravest conflict of a filler session with a subject, or None.

    Raises RoleFailed when a model gives no usable verdict: filler that nobody judged is not used.
    """
    given = ConflictInput(subject, filler.turns)
    rng = stream("conflict", subject.phrase, filler.id)
    return cast.play(CONFLICT_JUDGE, given, rng).conflict
