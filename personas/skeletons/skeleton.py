"""The skeleton of a life: every domain's script, and the shifts of the profile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sim.facts import Fact
from sim.plans import Anchor, DomainScript, SessionPlan, Shift


@dataclass(frozen=True, slots=True)
class Skeleton:
    """What a persona has in store. ``domains`` run from the beginning, ``shifts`` change them,
    ``anchors`` are events that bring several of them up at a time.
    """

    domains: tuple[DomainScript, ...]
    shifts: tuple[Shift, ...] = ()
    anchors: tuple[Anchor, ...] = ()

    def scripts(self) -> Iterator[DomainScript]:
        """Every script: those from the beginning, then those that shifts start."""
        yield from self.domains
        for shift in self.shifts:
            yield from shift.starts

    def plans(self) -> Iterator[SessionPlan]:
        """Every session that is planned, script by script."""
        for script in self.scripts():
            yield from plans_of(script)
        for anchor in self.anchors:
            yield from (response.plan for row in anchor.responses for response in row)

    def facts(self) -> Iterator[Fact]:
        """Every fact that is planned to be told."""
        return (reveal.fact for plan in self.plans() for reveal in plan.reveals)


def plans_of(script: DomainScript) -> Iterator[SessionPlan]:
    """The sessions of one script, in their order."""
    for project in script.projects:
        yield from project.events
    yield from script.one_offs
