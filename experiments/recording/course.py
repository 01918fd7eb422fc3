"""Records of the life itself: whose it is, its sessions word for word, its other moments."""

from __future__ import annotations

from experiments.studies.base import Record, Skip
from sim.clock import DAY, Minutes
from sim.facts import Ledger
from sim.life import Life
from sim.moments import (
    CheckpointReached,
    DeletionAsked,
    Moment,
    ProfileShift,
    SessionHeld,
    UpstreamChange,
)

LIFE = "life"  # where a failure is that ended a life
SCHEMA = 1  # of the journal; raised when a reader of old journals would misread new ones


def life_record(life: Life) -> Record:
    """The first line: whose journal this is."""
    return {
        "record": "life",
        "life": life.id,
        "user": life.user_id,
        "persona": life.persona.name,
        "world": life.storyline.world if life.storyline else "",
        "started_at": life.calendar.start.isoformat(),
        "horizon_days": life.horizon // DAY,
        "checkpoints": list(life.checkpoints),
        "schema": SCHEMA,
    }


def session_record(
    life: Life, ledger: Ledger, held: SessionHeld, policy: str, period: int
) -> Record:
    """A conversation, word for word, and the facts it told."""
    session, plan = held.session, held.plan
    return {
        "record": "session",
        "life": life.id,
        "policy": policy,
        "session": session.id,
        "at": held.at,
        "started_at": session.started_at.isoformat(),
        "ended_at": session.ended_at.isoformat(),
        "period": period,
        "source": _source(held),
        "domain": plan.domain,
        "project": plan.project,
        "topic": plan.topic,
        "long_horizon": plan.long_horizon,
        "end_reason": held.end_reason,
        "turns": [
            {"id": turn.id, "speaker": turn.speaker, "text": turn.text, "at": turn.at.isoformat()}
            for turn in session.turns
        ],
        "tellings": [
            _telling(ledger, telling.fact_id, telling.turn_id) for telling in held.tellings
        ],
        "untold": list(held.untold),
    }


def moment_record(life: Life, moment: Moment, policy: str) -> Record:
    """A moment of the life other than a session."""
    what, detail = _what(moment)
    return _moment(life, policy, moment.at, what, detail)


def skip_record(life: Life, policy: str, at: Minutes, study: str, skip: Skip) -> Record:
    """A question that could not be asked."""
    detail: Record = {"study": study, "question": skip.question, "kind": skip.kind, "why": skip.why}
    return _moment(life, policy, at, "skipped", detail)


def _source(held: SessionHeld) -> str:
    if held.happening is not None:
        return held.happening.kind
    return held.strand or ("domain" if held.plan.domain else "import")


def _telling(ledger: Ledger, fact_id: str, turn_id: str) -> Record:
    fact = ledger.facts[fact_id]
    return {"fact": fact_id, "turn": turn_id, "kind": fact.kind, "needles": list(fact.needles)}


def _moment(life: Life, policy: str, at: Minutes, what: str, detail: Record) -> Record:
    return {
        "record": "moment",
        "life": life.id,
        "policy": policy,
        "at": at,
        "date": life.calendar.date(at).isoformat(),
        "what": what,
        "detail": detail,
    }


def _what(moment: Moment) -> tuple[str, Record]:
    match moment:
        case UpstreamChange(happening=happening):
            changes = [list(change) for change in happening.changes]
            return "change", {
                "happening": happening.id,
                "kind": happening.kind,
                "changes": changes,
            }
        case ProfileShift(shift=shift, ended=ended):
            return "shift", {
                "narrative": shift.narrative,
                "ends": [*shift.ends, *shift.fades],
                "starts": [script.name for script in shift.starts],
                "demoted": list(shift.demoted),
                "joined": list(shift.joined),
                "ended": list(ended),
            }
        case DeletionAsked(happening=happening, session_id=session):
            return "deletion", {"happening": happening.id, "session": session}
        case CheckpointReached(number=number, last=last):
            return "checkpoint", {"number": number, "last": last}
        case SessionHeld():
            raise TypeError("a session has a record of its own: session_record")
