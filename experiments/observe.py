"""Observing a life: trials take in its sessions, studies ask, and everything becomes records.

The life is lived once, whoever observes it. Records come as they arise, in an order that depends
on nothing but the life, the trials and the studies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

from experiments.recording import (
    life_record,
    moment_record,
    probe_record,
    session_record,
    skip_record,
    usage_records,
)
from experiments.studies.base import Observed, Record, Source, Study
from experiments.trials import Trial, TrialSpec
from sim.cast.cast import Cast
from sim.errors import Misuse
from sim.life import Life
from sim.moments import Moment, ProfileShift, SessionHeld
from sim.probes import Probe
from sim.probing import Carriers
from sim.seeds import Part
from sim.views import Memory, Session

Recall = Callable[[str, datetime], tuple[Memory, ...]]
MakeSource = Callable[[str, Recall], Source]
"""Makes the life of one trial, by its name, with an assistant that recalls from its memory."""


def observe_life(
    source: Source,
    cast: Cast,
    trials: Sequence[TrialSpec],
    studies: Sequence[Study],
    seed_path: tuple[Part, ...],
) -> Iterator[Record]:
    """Off-policy: one stream of moments, observed by all trials alike (DESIGN §2).

    Yields journal records: the life, then sessions, writes, moments, probes and answers as they
    arise, then what the studies measured, then usage. Raises Misuse if two trials are the same.
    """
    _check_names(trials)
    life, carriers = source.life, Carriers()
    live = [Trial(spec, life, cast, carriers, seed_path=seed_path) for spec in trials]
    yield life_record(life)
    yield from _Observation(source, live, studies, carriers, "").records()
    yield from usage_records(life.id, cast.book)


def observe_life_on_policy(
    make_source: MakeSource,
    cast: Cast,
    trials: Sequence[TrialSpec],
    studies: Sequence[Study],
    seed_path: tuple[Part, ...],
) -> Iterator[Record]:
    """On-policy: each trial has the life to itself, its assistant recalling from its own memory.

    The life's course comes from the same seeds for all; the words may differ. Records carry the
    trial's name as ``policy``.
    """
    _check_names(trials)
    life: Life | None = None
    for spec in trials:
        bound: list[Trial] = []
        source = make_source(spec.name, _recall_of(bound))
        if life is None:
            life = source.life
            yield life_record(life)
        carriers = Carriers()
        bound.append(Trial(spec, source.life, cast, carriers, seed_path=seed_path))
        yield from _Observation(source, bound, studies, carriers, spec.name).records()
    if life is not None:
        yield from usage_records(life.id, cast.book)


class _Observation:
    """One stream of moments, and everyone who observes it."""

    def __init__(
        self,
        source: Source,
        trials: Sequence[Trial],
        studies: Sequence[Study],
        carriers: Carriers,
        policy: str,
    ) -> None:
        self.source, self.life, self.policy = source, source.life, policy
        self.trials, self.carriers = trials, carriers
        self.studies = [study.fresh() for study in studies]
        self.history: tuple[Session, ...] = ()
        self.period = 0

    def records(self) -> Iterator[Record]:
        """All records of the stream; backends are closed at its end, however it ends."""
        try:
            self._begin()
            for moment in self.source:
                yield from self._observe(moment)
            yield from self._measured()
            for trial in self.trials:
                yield from trial.close()
        finally:
            for trial in self.trials:
                trial.close()

    def _begin(self) -> None:
        for study in self.studies:
            study.begin(self.source)
            for fact in study.watched(self.life):
                self.carriers.watch(fact.needles)

    def _observe(self, moment: Moment) -> Iterator[Record]:
        for study in self.studies:
            probes = study.probes_before(moment, self.life, self.source.ledger)
            yield from self._asked(study, probes, moment)
        yield from self._taken_in(moment)
        for study in self.studies:
            probes = study.probes(moment, self.life, self.source.ledger)
            yield from self._asked(study, probes, moment)

    def _taken_in(self, moment: Moment) -> Iterator[Record]:
        if not isinstance(moment, SessionHeld):
            self.period += isinstance(moment, ProfileShift)
            yield moment_record(self.life, moment, self.policy)
            return
        ledger = self.source.ledger
        yield session_record(self.life, ledger, moment, self.policy, self.period)
        for trial in self.trials:
            yield from trial.take_in(moment, self.history)
        self.history = (*self.history, moment.session)

    def _asked(self, study: Study, probes: Sequence[Probe], moment: Moment) -> Iterator[Record]:
        skips, study.skips = study.skips, []
        for skip in skips:
            yield skip_record(self.life, self.policy, moment.at, study.name, skip)
        last = self.history[-1].id if self.history else ""
        for probe in probes:
            yield probe_record(self.life, probe, self.policy, last)
            for trial in self.trials:
                yield from trial.ask(probe, read=study.judged)

    def _measured(self) -> Iterator[Record]:
        stores = {trial.name: trial.watch for trial in self.trials if not trial.ended}
        ended = {trial.name: trial.ended for trial in self.trials if trial.ended}
        for study in self.studies:
            yield from study.close(self.life, self.source.ledger, Observed(stores, ended))


def _recall_of(bound: Sequence[Trial]) -> Recall:
    """Recalling from a trial that is made after the life it observes."""

    def recall(query: str, at: datetime) -> tuple[Memory, ...]:
        return bound[0].recall(query, at)

    return recall


def _check_names(trials: Sequence[TrialSpec]) -> None:
    names = [spec.name for spec in trials]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise Misuse(f"the trial {twice!r} is there twice: remove one of them")
