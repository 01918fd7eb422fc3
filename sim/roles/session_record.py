"""The session record: what a session was for, what was said, what it was about.

PerMem-Bench, Appendix D.2: structure-aware gating parses each session into purpose, summary and
topic before anything is clustered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from numpy.random import Generator

from sim.cast.role import Role
from sim.lexicon import sentences
from sim.roles.gate import COURTESY, GateInput, looks_lasting, telling_words
from sim.roles.summariser import in_short
from sim.roles.topics import leans_of, topic_of
from sim.views import Session

SETTLE, FIND_OUT = "To settle", "To find out"


@dataclass(frozen=True, slots=True)
class SessionRecordInput:
    """A finished session."""

    session: Session

    def reading(self) -> str:
        """The transcript."""
        return self.session.text


@dataclass(frozen=True, slots=True)
class SessionRecord:
    """``purpose`` is a sentence, ``topic`` a word; either may be empty if nothing points there.

    ``leans`` grades all topics that the words point to, as only the scripted twin does.
    """

    purpose: str
    summary: str
    topic: str
    leans: tuple[tuple[str, float], ...] = ()

    def reading(self) -> str:
        """The record, as a model would write it."""
        return f"purpose: {self.purpose}\nsummary: {self.summary}\ntopic: {self.topic}"

    @property
    def settles(self) -> bool:
        """Whether the user came to settle something rather than to find something out."""
        return self.purpose.startswith(SETTLE)

    @property
    def keys(self) -> frozenset[str]:
        """The words of the purpose that could tell this matter from another."""
        return telling_words(self.purpose.partition(": ")[2])


def record(given: SessionRecordInput, rng: Generator) -> SessionRecord:  # noqa: ARG001
    """Purpose from the opening, topic from the user's words, opening first."""
    return _recorded(given.session)


@lru_cache(maxsize=4096)
def _recorded(session: Session) -> SessionRecord:
    """Kept by content: all trials of a life record the same sessions."""
    said = list(_matter(session))
    why = SETTLE if looks_lasting(GateInput(session)) else FIND_OUT
    return SessionRecord(
        f"{why}: {said[0] if said else ''}", in_short(session), topic_of(said), leans_of(said)
    )


def _matter(session: Session) -> Iterator[str]:
    """The user's messages without greetings, thanks and farewells."""
    for turn in session.turns:
        if turn.speaker == "user":
            kept = [text for text in sentences(turn.text) if not COURTESY.search(text)]
            if kept:
                yield " ".join(kept)


SESSION_RECORD: Role[SessionRecordInput, SessionRecord] = Role(
    name="session_record",
    purpose="Notes what a finished session was for, what was said and what it was about.",
    input=SessionRecordInput,
    output=SessionRecord,
    twin=record,
)
