"""Judging: from the probes and answers of a journal to verdicts, whenever and by whomever.

Nothing is lived or asked again. An answer that failed has no score, and neither has one whose judge
failed: both are failures in the verdict, never a zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import Any

from experiments import studies
from experiments.studies.asking import UNDERIVABLE
from experiments.studies.base import Record
from sim.cast.cast import Cast
from sim.errors import RoleFailed
from sim.probes import Evidence, Gold, Probe, Verdict
from sim.roles.judge import JUDGE, JudgeInput
from sim.seeds import stream
from sim.views import Answer, Memory, Question


def judge_records(records: Iterable[Record], cast: Cast) -> Iterator[Record]:
    """A verdict for every answer of a study whose answers are judged, in the journal's order.

    ``records`` may be a whole journal; all but probes and answers are passed over. A probe must
    come before its answers, as it does in every journal.
    """
    probes: dict[tuple[object, object, object], Probe] = {}
    for record in records:
        if record["record"] == "probe" and _is_judged(record):
            probes[record["life"], record["policy"], record["probe"]] = read_probe(record)
        elif record["record"] == "answer":
            probe = _probe_of(record, probes)
            if probe is not None:
                yield _judged(record, probe, cast)


def _is_judged(record: Record) -> bool:
    """Whether there is a right answer to compare with."""
    row: Any = record
    return studies.resolve(row["study"]).judged and UNDERIVABLE not in row["labels"]


def read_probe(record: Record) -> Probe:
    """The probe behind a ``probe`` record; its question's id and user are not in the journal."""
    row: Any = record
    asked_at = datetime.fromisoformat(row["asked_at"])
    return Probe(
        id=row["probe"],
        study=row["study"],
        kind=row["kind"],
        phase=row["phase"],
        at=row["at"],
        question=Question("", "", row["question"], asked_at),
        gold=_gold(row["gold"]),
        evidence=tuple(map(_evidence, row["evidence"])),
        optional=tuple(map(_evidence, row["optional"])),
        pair=row["pair"],
        hop=row["hop"],
        entities=tuple(row["entities"]),
        labels=row["labels"],
    )


def read_answer(record: Record) -> Answer:
    """The answer behind an ``answer`` record that did not fail."""
    row: Any = record
    return Answer(row["text"], tuple(map(_memory, row["memories"])))


def _probe_of(record: Record, probes: dict[tuple[object, object, object], Probe]) -> Probe | None:
    """The probe an answer belongs to: asked of this trial alone (on-policy), or of all."""
    alone = probes.get((record["life"], record["trial"], record["probe"]))
    return alone or probes.get((record["life"], "", record["probe"]))


def _judged(record: Record, probe: Probe, cast: Cast) -> Record:
    if record["failure"] is not None:
        return _failed(record, record["failure"])
    life, trial = str(record["life"]), str(record["trial"])
    place = replace(cast.place, life=life, trial=trial, phase="judge")
    rng = stream("judge", life, trial, probe.id)
    try:
        given = JudgeInput(probe, read_answer(record))
        verdict = replace(cast, place=place).play(JUDGE, given, rng).verdict
    except RoleFailed as failed:
        return _failed(record, {"where": "judge", "why": str(failed)})
    return _verdict(record, verdict)


def _verdict(record: Record, verdict: Verdict) -> Record:
    return {
        "record": "verdict",
        "life": record["life"],
        "trial": record["trial"],
        "probe": record["probe"],
        "score": verdict.score,
        "correct": verdict.correct,
        "why": verdict.why,
        "judge": verdict.judge,
        "partial": verdict.partial,
        "failure": None,
        **({"votes": list(verdict.votes)} if verdict.votes else {}),
    }


def _failed(record: Record, failure: object) -> Record:
    return {
        "record": "verdict",
        "life": record["life"],
        "trial": record["trial"],
        "probe": record["probe"],
        "score": None,
        "correct": None,
        "why": "",
        "judge": "",
        "partial": None,
        "failure": failure,
    }


def _gold(row: Any) -> Gold:
    return Gold(
        tuple(row["accepted"]), tuple(row["stale"]), tuple(row["hidden"]), ordered=row["ordered"]
    )


def _evidence(row: Any) -> Evidence:
    return Evidence(
        row["id"], row["role"], row["session"], tuple(row["turns"]), tuple(row["needles"])
    )


def _memory(row: Any) -> Memory:
    return Memory(
        row["id"],
        row["text"],
        datetime.fromisoformat(row["created_at"]),
        tuple(row["sessions"]),
        tuple(row["turns"]),
        row["score"],
    )
