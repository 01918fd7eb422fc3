"""Lives put together by hand, moment by moment, so that every expected value can be thought out."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

import pytest

from experiments.observe import observe_life
from experiments.studies import Study
from experiments.trials import Trial, TrialSpec
from sim.cast import Cast
from sim.clock import DAY, Calendar
from sim.facts import Fact, FactKind, Ledger, Telling
from sim.life import Life, PersonaCard
from sim.moments import CheckpointReached, Moment, SessionHeld
from sim.plans import Happening, Reveal, SessionPlan
from sim.probes import Evidence, Gold, Probe
from sim.probing import Carriers
from sim.views import Question, Session, Turn

START = datetime(2031, 1, 6)
CALENDAR = Calendar(START)


class Scripted:
    """A source whose ledger grows as its moments are handed out."""

    def __init__(self, life: Life, moments: Sequence[Moment], facts: Sequence[Fact]) -> None:
        self.life, self.ledger, self.iterated = life, Ledger(), 0
        self._moments, self._facts = moments, facts

    def __iter__(self) -> Iterator[Moment]:
        self.iterated += 1
        self.ledger.record(*self._facts)
        for moment in self._moments:
            if isinstance(moment, SessionHeld):
                for telling in moment.tellings:
                    self.ledger.tell(telling)
                for fact_id in moment.ended:
                    self.ledger.end(fact_id, moment.at)
            yield moment


@dataclass
class Book:
    """Writes a life: one call a moment; then ``source`` as often as it takes."""

    months: int = 6
    moments: list[Moment] = field(default_factory=list)
    facts: dict[str, Fact] = field(default_factory=dict)

    @property
    def life(self) -> Life:
        horizon = CALENDAR.month(self.months)
        return Life("life-1", "u-1", (7, "life-1"), CALENDAR, PersonaCard("Ada"), (horizon,))

    def source(self) -> Scripted:
        return Scripted(self.life, list(self.moments), list(self.facts.values()))

    def fact(self, name: str, *needles: str, kind: FactKind = "user_profile") -> Fact:
        return Fact(f"gold:{name}", "ada", name, needles, kind, needles or (name,))

    def session(
        self,
        day: float,
        *facts: Fact,
        text: str = "Hello there.",
        long_horizon: bool = True,
        happening: Happening | None = None,
        ended: Sequence[str] = (),
        untold: Sequence[str] = (),
    ) -> SessionHeld:
        """The user says each fact's needles in a turn of its own, or ``text`` if there is none."""
        number = sum(isinstance(moment, SessionHeld) for moment in self.moments) + 1
        name, begun = f"s{number:04}", int(day * DAY)
        said = [f"It is {' and '.join(fact.needles)}." for fact in facts] or [text]
        turns = tuple(
            Turn(f"{name}.{i}", "user", words, CALENDAR.date(begun + i))
            for i, words in enumerate(said)
        )
        over = begun + len(turns)
        held = SessionHeld(
            at=over,
            session=Session(name, "u-1", CALENDAR.date(begun), CALENDAR.date(over), turns),
            plan=SessionPlan(
                f"gold:plan-{number}",
                "Hi.",
                tuple(Reveal(fact, f"It is {fact.needles[0]}.") for fact in facts),
                domain="gold:domain",
                long_horizon=long_horizon,
            ),
            tellings=tuple(
                Telling(fact.id, name, f"{name}.{i}", begun + i) for i, fact in enumerate(facts)
            ),
            untold=tuple(untold),
            end_reason="all_revealed",
            happening=happening,
            ended=tuple(ended),
        )
        self.facts |= {fact.id: fact for fact in facts}
        self.moments.append(held)
        return held

    def end(self) -> None:
        self.moments.append(CheckpointReached(self.life.horizon, 1, last=True))


class AskAtEnd(Study):
    """Asks at the last checkpoint for the values of given facts, as told."""

    name = "ask_at_end"
    asked: Sequence[Fact] = ()

    def probes(self, moment: Moment, life: Life, ledger: Ledger) -> list[Probe]:
        if not isinstance(moment, CheckpointReached):
            return []
        return [probe(fact, life, ledger, moment.at) for fact in self.asked]


def probe(fact: Fact, life: Life, ledger: Ledger, at: int) -> Probe:
    told = ledger.tellings.get(fact.id, [])
    evidence = Evidence(
        fact.id,
        "value",
        told[0].session_id if told else "",
        tuple(one.turn_id for one in told),
        fact.needles,
    )
    question = Question(
        f"q-{fact.attribute}", "u-1", f"What about {fact.needles[0]}?", life.calendar.date(at)
    )
    return Probe(
        f"gold:probe/{fact.attribute}", "ask_at_end", "exact_recall", "after", at, question,
        Gold(accepted=fact.needles), (evidence,),
    )  # fmt: skip


def observed(source: Any, *specs: TrialSpec, studies: Sequence[Study] = ()) -> list[dict[str, Any]]:
    """All records of a life under some trials."""
    return list(observe_life(source, Cast(), specs, studies, (7, "life-1")))


def kept(records: Sequence[dict[str, Any]], record: str, **wanted: object) -> list[dict[str, Any]]:
    """The records of one kind with these values."""
    return [
        row
        for row in records
        if row["record"] == record and all(row[key] == value for key, value in wanted.items())
    ]


class Kit:
    """What tests of this folder are written with."""

    Book, AskAtEnd, Scripted = Book, AskAtEnd, Scripted
    START, CALENDAR, DAY = START, CALENDAR, DAY
    probe, observed, kept = staticmethod(probe), staticmethod(observed), staticmethod(kept)

    @staticmethod
    def trial(spec: TrialSpec, life: Life) -> Trial:
        return Trial(spec, life, Cast(), Carriers())

    @staticmethod
    def asking(*facts: Fact) -> Study:
        study = type("Asking", (AskAtEnd,), {"asked": facts})()
        assert isinstance(study, Study)
        return study


@pytest.fixture
def plugged(monkeypatch: pytest.MonkeyPatch) -> Callable[[type], str]:
    """Makes a class of a test one that can be named as ``module:Class``."""
    module = ModuleType("strangers")
    module.__spec__ = ModuleSpec("strangers", None)
    monkeypatch.setitem(sys.modules, "strangers", module)

    def plug(kind: type) -> str:
        setattr(module, kind.__name__, kind)
        return f"strangers:{kind.__name__}"

    return plug


@pytest.fixture
def kit() -> type[Kit]:
    return Kit


@pytest.fixture
def book() -> Book:
    return Book()
