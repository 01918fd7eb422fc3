"""One user of a corpus as a life that has been lived already: a source of moments to observe."""

from __future__ import annotations

from collections.abc import Iterator

from experiments.datasets.schema import FactLine, Header, ProbeLine, SessionLine, UserEntry
from sim.clock import Calendar, Minutes
from sim.facts import GOLD_MARK, Fact, Ledger, Telling
from sim.life import Life, PersonaCard
from sim.moments import CheckpointReached, Moment, SessionHeld
from sim.plans import Reveal, SessionPlan
from sim.probes import Evidence, Gold, Probe
from sim.views import Question, Session, Turn


class CorpusUser:
    """A recorded life: ``life``, ``ledger``, ``probes``, and its moments, once, in order.

    Every conversation counts as worth remembering (``long_horizon``) unless the corpus says
    otherwise. The one checkpoint is the end: the date of the last session or question.
    """

    def __init__(
        self,
        entry: UserEntry,
        header: Header,
        sessions: tuple[SessionLine, ...],
        facts: tuple[FactLine, ...],
        probes: tuple[ProbeLine, ...],
    ) -> None:
        self._entry, self._header = entry, header
        self._sessions, self._facts = sessions, facts
        calendar = Calendar(entry.starts_at)
        dates = [line.ended_at for line in sessions] + [line.asked_at for line in probes]
        end = max((calendar.minute(date) for date in dates), default=0)
        self.life = Life(
            id=entry.life,
            user_id=entry.user,
            seed_path=("corpus", header.source_format, entry.life),
            calendar=calendar,
            persona=PersonaCard(entry.name),
            checkpoints=(end,),
        )
        self.ledger = Ledger()
        self.probes = tuple(self._probe(line) for line in probes)

    @property
    def session_count(self) -> int:
        """How many conversations there are."""
        return len(self._sessions)

    def __iter__(self) -> Iterator[Moment]:
        """The sessions in their order, then the end of the life."""
        self.ledger.record(*(_fact(line) for line in self._facts))
        for line in self._sessions:
            held = self._held(line)
            for telling in held.tellings:
                self.ledger.tell(telling)
            yield held
        yield CheckpointReached(self.life.horizon, 0, last=True)

    def _held(self, line: SessionLine) -> SessionHeld:
        at = self.life.calendar.minute(line.ended_at)
        tellings = tuple(self._tellings(line, at))
        return SessionHeld(
            at=at,
            session=_session(line, self.life.user_id),
            plan=self._plan(line, tellings),
            tellings=tellings,
            untold=(),
            end_reason="all_revealed",
        )

    def _tellings(self, line: SessionLine, at: Minutes) -> Iterator[Telling]:
        for fact in self._facts:
            for told in fact.told:
                if told.session == line.session:
                    yield Telling(fact.id, told.session, told.turn, at)

    def _plan(self, line: SessionLine, tellings: tuple[Telling, ...]) -> SessionPlan:
        told = {telling.fact_id for telling in tellings}
        return SessionPlan(
            id=f"{GOLD_MARK}{line.source_id or line.session}",
            opening=line.turns[0].text if line.turns else "",
            reveals=tuple(Reveal(_fact(fact), "") for fact in self._facts if fact.id in told),
            domain=line.domain,
            project=line.project,
            topic=line.topic,
            long_horizon=line.long_horizon,
        )

    def _probe(self, line: ProbeLine) -> Probe:
        return Probe(
            id=f"{GOLD_MARK}{line.id}",
            study="retrieval",
            kind=line.kind,
            phase="end",
            at=self.life.calendar.minute(line.asked_at),
            question=Question(line.id, self.life.user_id, line.question, line.asked_at),
            gold=Gold(**line.gold.model_dump()),
            evidence=tuple(_evidence(line)),
            labels=_labels(line, self._header),
        )


def _labels(line: ProbeLine, header: Header) -> dict[str, str]:
    """What tables and measures need to know; the backend never sees it."""
    labels = dict(line.labels, source_id=line.source_id, meaning=header.kinds.get(line.kind, ""))
    if line.refused:
        labels["refused"] = line.refused
    if line.kind in header.unranked_kinds:
        labels["unranked"] = "yes"
    return {key: value for key, value in labels.items() if value}


def _session(line: SessionLine, user_id: str) -> Session:
    turns = tuple(
        Turn(f"{line.session}.{number}", turn.speaker, turn.text, turn.at or line.started_at)
        for number, turn in enumerate(line.turns)
    )
    return Session(line.session, user_id, line.started_at, line.ended_at, turns)


def _fact(line: FactLine) -> Fact:
    return Fact(**line.model_dump(exclude={"user", "told"}))


def _evidence(line: ProbeLine) -> Iterator[Evidence]:
    for number, piece in enumerate(line.evidence):
        yield Evidence(
            f"{GOLD_MARK}{line.id}.{number}", "turn", piece.session, turn_ids=piece.turns
        )
