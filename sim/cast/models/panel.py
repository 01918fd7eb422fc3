"""Several models in one role: judges, whose scores are averaged, or another ensemble."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from numpy.random import Generator

from sim.cast.cast import Played
from sim.cast.models.player import ModelPlayer
from sim.cast.role import I, O, Role
from sim.cast.usage import Place
from sim.probes import Verdict
from sim.roles.judge import JudgeOutput

MAJORITY = 0.5  # a tie is not right


@dataclass(frozen=True, slots=True)
class Panel:
    """Plays by asking all of its members; each must give an output, or there is none."""

    members: tuple[ModelPlayer, ...]

    @property
    def name(self) -> str:
        """The names of all members."""
        return " + ".join(member.name for member in self.members)

    def play(self, role: Role[I, O], given: I, rng: Generator, place: Place) -> Played[O]:
        """What the role makes of all outputs. Raises RoleFailed if one member gives none."""
        came = [member.play(role, given, rng, place) for member in self.members]
        return Played(
            _joined(role, [played.done for played in came]),
            sum(played.tokens_read for played in came),
            sum(played.tokens_written for played in came),
            estimated=any(played.estimated for played in came),
            calls=sum(played.calls for played in came),
            prompt=came[0].prompt,
        )


def _joined(role: Role[I, O], several: Sequence[O]) -> O:
    """One output of several; judges have their verdicts averaged."""
    if role.joined is not None:
        return role.joined(several)
    verdicts = [cast("JudgeOutput", each).verdict for each in several]
    return cast("O", JudgeOutput(averaged(verdicts)))


def averaged(verdicts: Sequence[Verdict]) -> Verdict:
    """One verdict of several: the mean score, right if it is above one half.

    >>> both = averaged([Verdict(1, True, "named", "a"), Verdict(0, False, "hedged", "b")])
    >>> both.score, both.correct, both.votes, both.judge
    (0.5, False, (1.0, 0.0), 'a + b')
    """
    first = verdicts[0]
    if all(verdict == first for verdict in verdicts):
        return replace(first, votes=tuple(float(verdict.score) for verdict in verdicts))
    score = sum(verdict.score for verdict in verdicts) / len(verdicts)
    partials = [verdict.partial for verdict in verdicts if verdict.partial is not None]
    return Verdict(
        score=score,
        correct=score > MAJORITY,
        why="; ".join(verdict.why for verdict in verdicts),
        judge=" + ".join(verdict.judge for verdict in verdicts),
        partial=sum(partials) / len(partials) if partials else None,
        votes=tuple(float(verdict.score) for verdict in verdicts),
    )
