"""Which rule judges which kind of probe, and in which phase."""

from __future__ import annotations

from sim.judging.concealing import Withheld, reveals
from sim.judging.dependents import Doubt, SoleAnswer
from sim.judging.naming import AllNamed, InOrder, Verbatim
from sim.judging.rule import Rule, quoted, verdict
from sim.probes import Gold, Probe, Verdict
from sim.views import Answer

JUDGES: dict[str, Rule] = {
    "absence": Doubt(),
    "aggregation": AllNamed(),
    "cascade": SoleAnswer(),
    "deletion": Withheld(),
    "exact_recall": Verbatim(),
    "tracking": InOrder(),
}
ADMITTING = ("absence", "deletion")  # kinds where the right answer names nothing


def judge_for(probe: Probe) -> Rule:
    """The rule for a probe.

    Before a change every kind but exact recall is judged leniently: a value that is present is
    right. Kinds without a rule of their own, and those whose rule names values where there is
    none to name, follow their gold: values, in order if it says so, or else a plain admission.
    """
    gold, kind = probe.gold, probe.kind
    if probe.phase == "before" and gold.accepted and kind != "exact_recall":
        return AllNamed()
    if kind in JUDGES and (gold.accepted or kind in ADMITTING):
        return JUDGES[kind]
    return _by_gold(gold)


def judge_by_rule(probe: Probe, answer: Answer) -> Verdict:
    """The verdict of the rule-based judge; deterministic, and never a failure.

    >>> from datetime import datetime
    >>> from sim.views import Question
    >>> probe = Probe("p", "dependency", "cascade", "after", 0,
    ...               Question("q", "u", "How do I get to work?", datetime(2031, 1, 6)),
    ...               Gold(accepted=("the tram",), stale=("a bicycle",)))
    >>> judge_by_rule(probe, Answer("You take the tram now.")).correct
    True
    >>> judge_by_rule(probe, Answer("You will take the tram.")).why
    "not stated as what holds now: 'the tram'"
    """
    rule, question = judge_for(probe), probe.question.text
    shown = [v for v in probe.gold.hidden if reveals(answer.text, v, question)]
    if shown and probe.phase != "before":
        return verdict(rule, False, f"reveals {quoted(shown)}")
    return rule.judge(probe.gold, question, answer.text)


def _by_gold(gold: Gold) -> Rule:
    if gold.accepted:
        return InOrder() if gold.ordered else AllNamed()
    return Withheld() if gold.hidden else Doubt()
