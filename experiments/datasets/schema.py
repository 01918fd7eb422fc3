"""What stands in the files of a corpus folder; unknown keys are refused.

``corpus.json`` describes the whole and counts every user's lines. The three other files hold one
object a line, users one after the other in the order of ``corpus.json``, so that one user can be
read without the rest. Everything called ``source_id`` is the name an item had where it came from;
such names often give the answer away, so they stay on this side and no backend sees them.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from sim.facts import Expression, FactKind
from sim.views import Speaker

SCHEMA_VERSION = 1
HEADER = "corpus.json"
FILES = ("sessions", "facts", "probes")
FORMAT = "lifeworld-corpus"

SessionId = Annotated[str, Field(pattern=r"^s\d{4,}$")]
UserId = Annotated[str, Field(pattern=r"^u\d{4,}$")]
LifeId = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")]
Outcome = Literal["noticed", "repaired", "refused"]


class CorpusModel(BaseModel):
    """The base of all: no unknown keys, nothing changes after reading."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class TurnLine(CorpusModel):
    """One utterance; its id is made from the session's and its place. No ``at``: at the start."""

    speaker: Speaker
    text: str
    at: datetime | None = None
    source_id: str = ""


class SessionLine(CorpusModel):
    """One conversation (``sessions.jsonl``), with the labels a simulated one has."""

    user: UserId
    session: SessionId
    started_at: datetime
    ended_at: datetime
    turns: tuple[TurnLine, ...]
    source_id: str = ""
    domain: str = ""
    project: str = ""
    topic: str = ""
    long_horizon: bool = True


class ToldLine(CorpusModel):
    """Where a fact was expressed: a turn's id such as ``s0001.0``."""

    session: SessionId
    turn: str


class FactLine(CorpusModel):
    """One fact (``facts.jsonl``); minutes count from the user's ``starts_at``."""

    user: UserId
    id: Annotated[str, Field(pattern=r"^gold:")]
    subject: str
    attribute: str
    values: tuple[str, ...]
    kind: FactKind
    needles: tuple[str, ...]
    holds_from: int = 0
    holds_until: int | None = None
    expression: Expression = "explicit"
    depends_on: tuple[str, ...] = ()
    domain: str = ""
    project: str = ""
    told: tuple[ToldLine, ...] = ()


class EvidenceLine(CorpusModel):
    """One piece of evidence: a session, and in it the turns that express it."""

    session: SessionId
    turns: tuple[str, ...]
    source_id: str = ""


class GoldLine(CorpusModel):
    """The right answer, in the words of :class:`sim.probes.Gold`."""

    accepted: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    ordered: bool = False


class ProbeLine(CorpusModel):
    """One question (``probes.jsonl``).

    ``refused`` says why it cannot be scored; such a probe is counted and never a miss.
    """

    user: UserId
    id: str
    kind: str
    asked_at: datetime
    question: str
    gold: GoldLine = GoldLine()
    evidence: tuple[EvidenceLine, ...] = ()
    refused: str = ""
    source_id: str = ""
    labels: dict[str, str] = {}


class UserEntry(CorpusModel):
    """One user in ``corpus.json``: where the calendar begins, and how many lines are theirs."""

    user: UserId
    life: LifeId
    name: str
    starts_at: datetime
    sessions: int
    turns: int
    facts: int
    probes: int


class Note(CorpusModel):
    """Something the importer noticed, repaired or refused; ``count`` items at ``place``."""

    outcome: Outcome
    what: str
    place: str
    detail: str = ""
    count: int = 1


class Header(CorpusModel):
    """``corpus.json``."""

    format: Literal["lifeworld-corpus"] = "lifeworld-corpus"
    schema_version: Literal[1] = 1
    source_format: str
    source: str
    licence: str
    kinds: dict[str, str]
    """Each kind of question, and what it means."""
    unranked_kinds: tuple[str, ...] = ()
    """Kinds that stay out of averages over kinds (adversarial, abstention)."""
    counts: dict[str, int]
    users: tuple[UserEntry, ...]
    read: dict[str, int] = {}
    """How many items of each sort the source had."""
    checks: dict[str, float] = {}
    """Figures that show whether the source was understood (share of something by kind)."""
    notes: tuple[Note, ...] = ()
