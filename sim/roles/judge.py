"""The judge: whether an answer to a probe is right."""

from __future__ import annotations

from dataclasses import dataclass

from numpy.random import Generator

from sim.cast.role import Role
from sim.judging.kinds import judge_by_rule
from sim.probes import Probe, Verdict
from sim.views import Answer


@dataclass(frozen=True, slots=True)
class JudgeInput:
    """A probe with its right answer, and the answer that was given."""

    probe: Probe
    answer: Answer

    def reading(self) -> str:
        """Question, right answer and given answer."""
        gold = self.probe.gold
        values = "\n".join([*gold.accepted, *gold.stale, *gold.hidden])
        return f"{self.probe.kind}\n{self.probe.question.text}\n{values}\n{self.answer.text}"


@dataclass(frozen=True, slots=True)
class JudgeOutput:
    """The verdict."""

    verdict: Verdict

    def reading(self) -> str:
        """Why the verdict is what it is."""
        return self.verdict.why


def decide(given: JudgeInput, rng: Generator) -> JudgeOutput:  # noqa: ARG001
    """The verdict of the rule-based judge for the probe's kind."""
    return JudgeOutput(judge_by_rule(given.probe, given.answer))


JUDGE: Role[JudgeInput, JudgeOutput] = Role(
    name="judge",
    purpose="Says whether an answer to a probe is right, as strictly as the protocol does.",
    input=JudgeInput,
    output=JudgeOutput,
    twin=decide,
    sees_gold=True,
)
