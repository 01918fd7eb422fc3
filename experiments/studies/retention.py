"""Retention: is a fact in the store, in every session in which it should be? (PerMem-Bench §4)

Presence is exact, from what the store holds after each session; nothing is asked of a backend but
``get_all``. S(r) runs from the session that first tells a fact to the last one that needs it: an
``ongoing_state`` is needed up to the last session of its project, a fact that is replaced up to the
session before the one that replaces it, everything else to the end of the life.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from pydantic import Field

from experiments.studies.base import Observed, Record, Source, Study, StudyOptions
from experiments.studies.spans import Months
from sim.clock import Minutes
from sim.facts import Fact, Ledger
from sim.life import Life
from sim.moments import Moment, ProfileShift, SessionHeld
from sim.plans import DomainScript
from sim.probes import Probe
from sim.probing import StoreWatch

Retained = Literal["user_profile", "ongoing_state", "value", "change"]


class RetentionOptions(StudyOptions):
    """Which kinds of fact to follow; ``value`` and ``change`` are those of a world."""

    kinds: tuple[Retained, ...] = Field(default=("user_profile", "ongoing_state"), min_length=1)


@dataclass(frozen=True, slots=True)
class _Told:
    """A fact and the session that first told it (counted from 1), shifts of profile before it."""

    fact: Fact
    session_id: str
    first: int
    period: int


class Retention(Study):
    """Follows told facts through every store to the end of the life."""

    name = "retention"
    Options = RetentionOptions
    options: RetentionOptions
    needs = frozenset({"enumerate"})

    def begin(self, source: Source) -> None:
        """Forget any life before this one."""
        life = source.life
        self._months = Months.of(life.calendar, life.horizon)
        self._ats: list[Minutes] = []
        self._told: dict[str, _Told] = {}
        self._replaced: dict[str, int] = {}
        self._period = 0

    def watched(self, life: Life) -> tuple[Fact, ...]:
        """The facts that the person's plans will tell."""
        return tuple(fact for fact in _planned(life) if self._follows(fact))

    def probes(self, moment: Moment, life: Life, ledger: Ledger) -> list[Probe]:  # noqa: ARG002
        """Nothing is asked; the moment is noted."""
        if isinstance(moment, ProfileShift):
            self._period += 1
        elif isinstance(moment, SessionHeld):
            self._note(moment, ledger)
        return []

    def close(self, life: Life, ledger: Ledger, observed: Observed) -> Iterator[Record]:
        """A ``retention`` record per trial and fact; a trial that dropped out is a failure."""
        for trial, watch in observed.stores.items():
            for told in self._told.values():
                last = self._last(told, ledger)
                if last >= told.first:
                    yield self._record(life, trial, told, watch, last)
        for trial, why in observed.ended.items():
            unknown = f"{len(self._told)} facts could not be followed: {why}"
            yield {
                "record": "failure", "life": life.id, "trial": trial, "where": self.name,
                "why": unknown,
            }  # fmt: skip

    def _follows(self, fact: Fact) -> bool:
        return fact.kind in self.options.kinds and bool(fact.needles)

    def _note(self, held: SessionHeld, ledger: Ledger) -> None:
        self._ats.append(held.at)
        self._months.add(held.at)
        number = len(self._ats)
        for telling in held.tellings:
            fact = ledger.facts[telling.fact_id]
            if self._follows(fact) and fact.id not in self._told:
                self._told[fact.id] = _Told(fact, held.session.id, number, self._period)
        if held.happening is not None:
            for fact_id in held.happening.ends:
                self._replaced.setdefault(fact_id, number)

    def _last(self, told: _Told, ledger: Ledger) -> int:
        """The last session that needs the fact, counted from 1."""
        end = ledger.ends.get(told.fact.id)
        if end is None:
            return len(self._ats)
        last = bisect_right(self._ats, end)
        replaced = self._replaced.get(told.fact.id)
        return last if replaced is None else min(last, replaced - 1)

    def _record(self, life: Life, trial: str, told: _Told, watch: StoreWatch, last: int) -> Record:
        presence = watch.presence(told.fact.needles, told.first, last)
        months = self._months.split(told.first, presence)
        return {
            "record": "retention",
            "life": life.id,
            "trial": trial,
            "fact": told.fact.id,
            "kind": told.fact.kind,
            "domain": told.fact.domain,
            "period": told.period,
            "told_in": told.session_id,
            "required": len(presence),
            "present": sum(presence),
            "first_failure": None if all(presence) else presence.index(False) + 1,
            "by_month": {str(month): [present, required] for month, present, required in months},
        }


def _planned(life: Life) -> Iterator[Fact]:
    """Every fact that some session of the life is meant to tell."""
    shifted = (script for shift in life.shifts for script in shift.starts)
    for script in (*life.domains, *shifted):
        yield from _scripted(script)
    for anchor in life.anchors:
        for response in (one for row in anchor.responses for one in row):
            yield from (reveal.fact for reveal in response.plan.reveals)
    for happening in life.storyline.happenings if life.storyline else ():
        yield from (reveal.fact for reveal in happening.plan.reveals)


def _scripted(script: DomainScript) -> Iterator[Fact]:
    plans = [plan for project in script.projects for plan in project.events]
    for plan in (*plans, *script.one_offs):
        yield from (reveal.fact for reveal in plan.reveals)
