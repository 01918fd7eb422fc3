"""Long-horizon use of a domain, written from its pack: projects of events in which facts come out.

Scale and kinds of facts follow PerMem-Bench, Appendix A.3.1: an event is one session; decisions
are ``ongoing_state`` facts, stable facts slip out as ``user_profile`` facts. No value is used
twice, so no fact comes twice; a pack that is used up gives fewer events and projects.
"""

from __future__ import annotations

from dataclasses import dataclass

from numpy.random import Generator

from personas.domains.pack import DomainPack, EventArchetype, ProjectArchetype
from personas.skeletons.deck import Deck, chance, choose, subset
from personas.skeletons.options import SkeletonOptions
from personas.skeletons.reveals import FactSource
from personas.skeletons.talk import Talk
from personas.texts import fill
from sim.facts import GOLD_MARK
from sim.plans import Frequency, Project, Reveal, SessionPlan
from sim.wording import Manner

MOST_REVEALS = 3
FEWEST_EVENTS = 2


@dataclass(frozen=True, slots=True)
class _Run:
    """One run of a project archetype in a domain: its running number and its theme."""

    domain: str
    archetype: ProjectArchetype
    number: int
    theme: str

    @property
    def slug(self) -> str:
        return f"{self.domain}/{self.number}_{self.archetype.id}"

    @property
    def id(self) -> str:
        return f"{GOLD_MARK}project/{self.slug}"

    @property
    def title(self) -> str:
        return fill(self.archetype.title, theme=self.theme)

    @property
    def topic(self) -> str:
        return fill(self.archetype.topic, theme=self.theme) or self.title


class ProjectWriter:
    """Writes the projects of one domain of one person, one after another."""

    def __init__(
        self,
        subject: str,
        pack: DomainPack,
        frequency: Frequency,
        rng: Generator,
        options: SkeletonOptions,
        habits: Manner | None = None,
    ) -> None:
        self._rng, self._domain = rng, pack.domain
        self._fewest, self._most = options.events[frequency]
        self._options = options
        self.talk = Talk(pack, rng, options, habits)
        self._source = FactSource(subject, pack, rng, self.talk)
        self._archetypes = Deck(pack.projects, rng)
        self._themes = {project.id: Deck(project.themes, rng) for project in pack.projects}
        self._written = 0

    def write(self, count: int) -> tuple[Project, ...]:
        """So many further projects, or fewer if the pack has nothing new to tell."""
        tried = (self._project() for _ in range(count))
        return tuple(project for project in tried if project is not None)

    def _project(self) -> Project | None:
        archetype = self._next_archetype()
        if archetype is None:
            return None
        self._written += 1
        themes = self._themes[archetype.id]
        run = _Run(self._domain, archetype, self._written, themes.deal() if len(themes) else "")
        return Project(run.id, run.title, self._events(run))

    def _next_archetype(self) -> ProjectArchetype | None:
        """The next archetype with enough events in which something new can be decided."""
        for _ in range(len(self._archetypes)):
            archetype = self._archetypes.deal()
            if len(self._usable(archetype)) >= FEWEST_EVENTS:
                return archetype
        return None

    def _usable(self, archetype: ProjectArchetype) -> tuple[EventArchetype, ...]:
        return tuple(event for event in archetype.events if self._source.open(event.decisions))

    def _events(self, run: _Run) -> tuple[SessionPlan, ...]:
        count = int(self._rng.integers(self._fewest, self._most + 1))
        plans: list[SessionPlan] = []
        so_far: list[str] = []
        first, *others = self._usable(run.archetype)
        for event in (first, *subset(self._rng, others, count - 1)):
            plan = self._event(run, event, len(plans) + 1, so_far)
            so_far.append(_in_short(event, plan, run.theme))
            plans.append(plan)
        return tuple(plans)

    def _event(
        self, run: _Run, event: EventArchetype, number: int, so_far: list[str]
    ) -> SessionPlan:
        opening = fill(choose(self._rng, event.openings), theme=run.theme)
        asking = chance(self._rng, self._options.asking_share)
        return SessionPlan(
            id=f"{GOLD_MARK}plan/{run.slug}/{number}",
            opening=self.talk.greeted(opening),
            reveals=(self._short if asking else self._reveals)(run, event, number),
            follow_ups=self.talk.follow_ups(())[:1] if asking else (),
            closing=self.talk.closing(),
            domain=self._domain,
            project=run.id,
            topic=run.topic,
            earlier=f"{run.title}, so far: {' '.join(so_far)}" if so_far else "",
        )

    def _reveals(self, run: _Run, event: EventArchetype, number: int) -> tuple[Reveal, ...]:
        """One to three: what is decided, and now and then a stable fact before or after it."""
        slip_share = self._options.stable_fact_share
        slips = chance(self._rng, slip_share) and self._source.has_stable()
        most = MOST_REVEALS - slips
        count = 1 + int(self._rng.integers(min(most, len(event.decisions))))
        chosen = subset(self._rng, self._source.open(event.decisions), count)
        place = f"{run.slug}/{number}"
        decided = [self._source.decide(told, place, run.id, run.theme) for told in chosen]
        if slips:
            at = int(self._rng.integers(len(decided) + 1))
            decided.insert(at, self._source.let_slip())
        return tuple(decided)

    def _short(self, run: _Run, event: EventArchetype, number: int) -> tuple[Reveal, ...]:
        """One short decision in a session that is mostly questions."""
        (told,) = subset(self._rng, self._source.open(event.decisions), 1)
        place = f"{run.slug}/{number}"
        return (self._source.decide(told, place, run.id, run.theme, in_short=True),)


def _in_short(event: EventArchetype, plan: SessionPlan, theme: str) -> str:
    """A sentence on a session, for those that follow in its project."""
    names = {decision.id: decision.name for decision in event.decisions}
    settled = [
        f"{names[reveal.fact.attribute]}: {reveal.fact.values[0]}"
        for reveal in plan.reveals
        if reveal.fact.kind == "ongoing_state"
    ]
    return f"{fill(event.summary, theme=theme)} ({'; '.join(settled)})."
