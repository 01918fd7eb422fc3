"""From a task of a world to a probe: the question, its opaque id, and evidence with its turns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sim.clock import Minutes
from sim.facts import GOLD_MARK, Fact, Ledger
from sim.life import Life
from sim.moments import SessionHeld
from sim.plans import Task
from sim.probes import Evidence, EvidenceRole, Gold, Phase, Probe
from sim.seeds import token
from sim.views import Question

Needed = Iterable[tuple[EvidenceRole, Fact, tuple[str, ...]]]

UNDERIVABLE = "underivable"  # label of a probe without a right answer: it is not judged


@dataclass(frozen=True, slots=True)
class Asking:
    """A date of a life at which questions are asked, and the facts told by then, in order."""

    life: Life
    ledger: Ledger
    at: Minutes
    told: tuple[Fact, ...]

    @classmethod
    def now(cls, life: Life, ledger: Ledger, at: Minutes) -> Asking:
        """Asking at a moment that has just been handed out."""
        return cls(life, ledger, at, tuple(ledger.told(by=at)))

    @classmethod
    def before_session(cls, life: Life, ledger: Ledger, held: SessionHeld) -> Asking:
        """Asking as a session begins, though the ledger has heard it already."""
        earlier = (
            fact
            for fact in ledger.told(by=held.at)
            if _first_session(ledger, fact.id) != held.session.id
        )
        return cls(life, ledger, life.calendar.minute(held.session.started_at), tuple(earlier))

    def probe(
        self,
        numbered: tuple[int, Task],
        phase: Phase,
        question: str,
        gold: Gold,
        needed: Needed,
        propagated: Needed,
        labels: Mapping[str, str],
    ) -> Probe:
        """The probe of a task with its number in the storyline, at a phase.

        What a memory may have worked out for itself is optional evidence, and so is a value that
        must stay hidden: whether it is still found is noted, not wanted.
        """
        life, (number, task) = self.life.id, numbered
        probe_id = f"{GOLD_MARK}probe/{life}/dependency/{number}/{phase}"
        aside = [*propagated, *self._hidden(task, gold)]
        return Probe(
            id=probe_id,
            study="dependency",
            kind=task.kind,
            phase=phase,
            at=self.at,
            question=self._question(probe_id, question),
            gold=gold,
            evidence=tuple(self._evidence(*piece) for piece in needed),
            optional=tuple(self._evidence(*piece) for piece in aside),
            pair=f"{GOLD_MARK}pair/{life}/dependency/{number}",
            hop=task.hop,
            entities=task.entities,
            labels={"happening": task.happening, **labels},
        )

    def _hidden(self, task: Task, gold: Gold) -> Needed:
        """The facts that told a value which must not be revealed any more."""
        for fact in self.told:
            names = fact.kind in ("value", "change") and fact.attribute in task.entities
            if names and not set(fact.values).isdisjoint(gold.hidden):
                yield "value", fact, fact.needles

    def _question(self, probe_id: str, text: str) -> Question:
        name = token(*self.life.seed_path, "question", probe_id)
        return Question(name, self.life.user_id, text, self.life.calendar.date(self.at))

    def _evidence(self, role: EvidenceRole, fact: Fact, needles: tuple[str, ...]) -> Evidence:
        """A piece of evidence with the turns that told it by now; none if nobody did."""
        told = [one for one in self.ledger.tellings.get(fact.id, ()) if one.at <= self.at]
        session = told[0].session_id if told else ""
        return Evidence(fact.id, role, session, tuple(one.turn_id for one in told), needles)


def _first_session(ledger: Ledger, fact_id: str) -> str:
    first = ledger.first_told(fact_id)
    return first.session_id if first else ""
