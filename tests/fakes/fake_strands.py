"""A strand to try: a greeting once a week."""

from __future__ import annotations

from experiments.strands import Setting, Weaver
from experiments.studies.base import StudyOptions
from sim.clock import DAY, HOUR
from sim.facts import Fact
from sim.plans import Reveal, SessionPlan, Strand, Talk


class GreetingOptions(StudyOptions):
    """How often."""

    days: int = 7


class Greetings(Weaver):
    """Says hello, and what it likes."""

    name = "greetings"
    Options = GreetingOptions
    options: GreetingOptions

    def weave(self, setting: Setting) -> Strand:
        dates = range(10 * HOUR, setting.horizon - DAY, self.options.days * DAY)
        talks = tuple(Talk(at, self._plan(number)) for number, at in enumerate(dates))
        return Strand(self.name, talks, matter=setting.persona.name)

    def _plan(self, number: int) -> SessionPlan:
        liked = f"tea number {number}"
        fact = Fact(
            f"gold:fact/greetings/{number}", "user", "tea", (liked,), "preference", (liked,)
        )
        return SessionPlan(
            f"gold:plan/greetings/{number}", "Hello.", (Reveal(fact, f"I like {liked}."),)
        )
