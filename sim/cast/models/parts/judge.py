"""Judging: the rubric of each probe kind (MEME, section 4.1), one verdict from the model.

Exact recall is a matter of comparing letters: the rule settles it, no model is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from sim.cast.models.exchange import Schema
from sim.cast.models.parts.part import FLAG, Part, places, schema_of, words
from sim.cast.models.prompting import Own, prompt_of
from sim.cast.models.repair import boolean, json_object, numbers, string
from sim.judging.kinds import judge_by_rule
from sim.probes import Probe, Verdict
from sim.roles.judge import JudgeInput, JudgeOutput

Rule = Literal["lenient", "all", "order", "sole", "unsure", "withheld"]
LONGEST_REASON = 160  # characters
_RULES: dict[str, Rule] = {
    "aggregation": "all",
    "tracking": "order",
    "cascade": "sole",
    "absence": "unsure",
    "deletion": "withheld",
}
_ADMITTING = ("absence", "deletion")  # kinds whose right answer names nothing


def rule_of(probe: Probe) -> Rule:
    """Which rule the model judges by; the same choice as the rule-based judge makes."""
    gold, kind = probe.gold, probe.kind
    if probe.phase == "before" and gold.accepted:
        return "lenient"
    if kind in _RULES and (gold.accepted or kind in _ADMITTING):
        return _RULES[kind]
    if gold.accepted:
        return "order" if gold.ordered else "all"
    return "withheld" if gold.hidden else "unsure"


def _shown(given: JudgeInput) -> Mapping[str, object]:
    gold = given.probe.gold
    return {
        "rule": Own(rule_of(given.probe)),
        "numbered": _is_numbered(given.probe),
        "question": given.probe.question.text,
        "accepted": list(gold.accepted),
        "stale": list(gold.stale),
        "hidden": list(gold.hidden),
        "answer": given.answer.text,
    }


def _is_numbered(probe: Probe) -> bool:
    """Whether the model also names the values that it found, for partial credit."""
    return len(probe.gold.accepted) > 1


def _schema(given: JudgeInput) -> Schema:
    named = {"named": places(len(given.probe.gold.accepted))} if _is_numbered(given.probe) else {}
    return schema_of(**named, why=words(LONGEST_REASON), right=FLAG)


def _read(reply: str, given: JudgeInput) -> JudgeOutput:
    found, probe = json_object(reply), given.probe
    right, partial = boolean(found, "right"), None
    if _is_numbered(probe):
        most = len(probe.gold.accepted)
        partial = len(numbers(found, "named", most)) / most
        right = right and partial == 1  # no rule for several values forgives a missing one
    why = string(found, "why")[:LONGEST_REASON]
    return JudgeOutput(Verdict(float(right), right, why, "", partial))


def _signed(done: JudgeOutput, by: str) -> JudgeOutput:
    """The verdict with who gave it: the model, and the version of the prompt."""
    judge = f"{by}, prompt {prompt_of('judge').version}"
    return JudgeOutput(replace(done.verdict, judge=done.verdict.judge or judge))


def _settled(given: JudgeInput) -> JudgeOutput | None:
    if given.probe.kind != "exact_recall":
        return None
    return JudgeOutput(judge_by_rule(given.probe, given.answer))


PART = Part("judge", _shown, _read, room=160, schema=_schema, settled=_settled, signed=_signed)
