"""LoCoMo's questions as probes: kinds by category, gold never from the trap, evidence checked."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from experiments.datasets.findings import Findings
from experiments.datasets.locomo.categories import CATEGORIES, note_span
from experiments.datasets.locomo.evidence import Places, evidence
from experiments.datasets.locomo.layout import Conversation, SourceQuestion
from experiments.datasets.schema import EvidenceLine, GoldLine, ProbeLine
from sim.seeds import token
from sim.text import normal

NO_EVIDENCE = "no valid evidence"


def probes(
    user: str, conversation: Conversation, turns: Places, asked_at: datetime, findings: Findings
) -> Iterator[ProbeLine]:
    """A conversation's questions, asked when it is over (the source gives no date of asking)."""
    seen: dict[str, int] = {}
    for number, source in enumerate(conversation.questions):
        where = f"{conversation.id}, question {number}"
        if source.category not in CATEGORIES:
            findings.refused("question of an unknown category", where, str(source.category))
            continue
        first = seen.setdefault(normal(source.question), number)
        if first != number:
            findings.noticed("question asked before", where, f"as question {first}")
        found = evidence(source.evidence, turns, findings, where)
        note_span(source.category, found, findings)
        yield _probe(user, source, found, asked_at, findings, where)


def _probe(
    user: str,
    source: SourceQuestion,
    found: tuple[EvidenceLine, ...],
    asked_at: datetime,
    findings: Findings,
    where: str,
) -> ProbeLine:
    if not found:
        findings.refused("question without valid evidence, asked but not scored", where)
    return ProbeLine(
        user=user,
        id=f"q{token('locomo', where, length=12)}",
        kind=CATEGORIES[source.category].kind,
        asked_at=asked_at,
        question=source.question,
        gold=_gold(source, findings, where),
        evidence=found,
        refused="" if found else NO_EVIDENCE,
        source_id=where,
        labels=_labels(source),
    )


def _gold(source: SourceQuestion, findings: Findings, where: str) -> GoldLine:
    """The answer as text; none means that the right answer is that nothing is known."""
    adversarial = CATEGORIES[source.category].unranked
    if adversarial and source.answer is None:
        return GoldLine()
    if adversarial:
        findings.noticed("adversarial question with an answer of its own", where)
    if source.answer is None:
        findings.refused("answer missing", where)
        return GoldLine()
    if not isinstance(source.answer, str):
        findings.repaired("answer given as a number, taken as text", where, str(source.answer))
    return GoldLine(accepted=(str(source.answer),))


def _labels(source: SourceQuestion) -> dict[str, str]:
    trap = source.adversarial_answer
    return {"category": str(source.category)} | ({} if trap is None else {"trap": str(trap)})
