"""Records of what trials did: questions, writes, answers, failures, and what it used up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from experiments.studies.base import Record
from sim.cast.usage import UsageBook
from sim.life import Life
from sim.moments import SessionHeld
from sim.probes import Evidence, Failure, Gold, Probe
from sim.probing import EvidenceTrace, StoreChange, StoreWatch
from sim.text import estimated_tokens
from sim.views import Answer, Memory

UNCHANGED = StoreChange()
LONGEST_RAW = 2_000  # characters of a useless reply that are kept


def probe_record(life: Life, probe: Probe, policy: str, session_after: str) -> Record:
    """A question with its right answer; ``session_after`` is the last session held before it."""
    return {
        "record": "probe",
        "life": life.id,
        "policy": policy,
        "probe": probe.id,
        "study": probe.study,
        "kind": probe.kind,
        "phase": probe.phase,
        "at": probe.at,
        "asked_at": probe.question.at.isoformat(),
        "session_after": session_after,
        "question": probe.question.text,
        "gold": _gold(probe.gold),
        "evidence": [_evidence(piece) for piece in probe.evidence],
        "optional": [_evidence(piece) for piece in probe.optional],
        "pair": probe.pair,
        "hop": probe.hop,
        "entities": list(probe.entities),
        "labels": {key: probe.labels[key] for key in sorted(probe.labels)},
    }


def write_record(
    life: Life,
    trial: str,
    held: SessionHeld,
    stored: bool | None,
    watch: StoreWatch,
    change: StoreChange = UNCHANGED,
    evicted: int = 0,
) -> Record:
    """What a trial did with a session; ``stored`` None means nobody knows what the store holds."""
    known = stored is not None
    return {
        "record": "write",
        "life": life.id,
        "trial": trial,
        "session": held.session.id,
        "stored": stored,
        "wanted": held.plan.long_horizon,
        "added": change.added if known else None,
        "removed": change.removed if known else None,
        "evicted": evicted if known else None,
        "entries": watch.entries if known else None,
        "tokens": watch.tokens if known else None,
    }


def answer_record(
    life: Life,
    trial: str,
    probe: Probe,
    answer: Answer | None = None,
    traces: Iterable[EvidenceTrace] = (),
    *,
    texts: bool = True,
    failure: Failure | None = None,
) -> Record:
    """What a trial answered and how far the evidence came; or, without an answer, why not.

    Without ``texts`` memories are noted by their sources alone (text null): nobody read them, and
    rankings over a large corpus would repeat its every turn thousands of times.
    """
    memories = answer.memories if answer is not None else ()
    return {
        "record": "answer",
        "life": life.id,
        "trial": trial,
        "probe": probe.id,
        "text": None if answer is None else answer.text,
        "memories": [_memory(memory, texts=texts) for memory in memories],
        "context_tokens": sum(estimated_tokens(memory.text) for memory in memories),
        "trace": [_trace(one) for one in traces],
        "failure": None if failure is None else _failure(failure),
    }


def _failure(failure: Failure) -> Record:
    raw = {"raw": failure.raw[:LONGEST_RAW]} if failure.raw else {}
    return {"where": failure.where, "why": failure.why, **raw}


def failure_record(life: Life, trial: str, where: str, why: str, raw: str = "") -> Record:
    """Something that should have given a result and did not; ``raw`` is a reply of no use."""
    kept = {"raw": raw[:LONGEST_RAW]} if raw else {}
    told = {"record": "failure", "life": life.id, "trial": trial, "where": where, "why": why}
    return {**told, **kept}


def usage_records(life_id: str, book: UsageBook) -> Iterator[Record]:
    """What the cast used up in this life; token counts of scripted players are estimates."""
    for line in book.lines():
        prompt = {"prompt": line.prompt} if line.prompt else {}
        yield {
            "record": "usage",
            "life": life_id,
            "trial": line.place.trial,
            "role": line.role,
            "player": line.player,
            "phase": line.place.phase,
            "calls": line.calls,
            "tokens_read": line.tokens_read,
            "tokens_written": line.tokens_written,
            "estimated": line.estimated,
            **prompt,
        }


def _gold(gold: Gold) -> Record:
    return {
        "accepted": list(gold.accepted),
        "stale": list(gold.stale),
        "hidden": list(gold.hidden),
        "ordered": gold.ordered,
    }


def _evidence(piece: Evidence) -> Record:
    return {
        "id": piece.id,
        "role": piece.role,
        "session": piece.session_id,
        "turns": list(piece.turn_ids),
        "needles": list(piece.needles),
    }


def _memory(memory: Memory, *, texts: bool) -> Record:
    return {
        "id": memory.id,
        "text": memory.text if texts else None,
        "created_at": memory.created_at.isoformat(),
        "score": memory.score,
        "sessions": list(memory.sessions),
        "turns": list(memory.turns),
    }


def _trace(one: EvidenceTrace) -> Record:
    return {
        "id": one.evidence_id,
        "role": one.role,
        "expressed": one.expressed,
        "stored": one.stored,
        "kept": one.kept,
        "retrieved": one.retrieved,
    }
