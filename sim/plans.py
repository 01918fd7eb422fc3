"""Gold: what a life has in store, before it is lived. Data only; the timeline makes it happen.

A session plan says what the user wants to get out of a conversation; a project is a row of such
plans; a domain script is a row of projects (long-horizon) or one-off sessions (transient); a
storyline is what happens in the person's world; a shift ends some domains and starts others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sim.clock import DAY, Minutes
from sim.facts import Fact
from sim.views import Speaker

Frequency = Literal["high", "mid", "low"]
HappeningKind = Literal["introduction", "change", "update", "deletion"]
TaskKind = Literal["exact_recall", "aggregation", "tracking", "deletion", "cascade", "absence"]


@dataclass(frozen=True, slots=True)
class Reveal:
    """A fact the user lets out in a session, and the words a scripted user has for it.

    ``follow_ups`` are what the user says next on the same topic (no fact in them). A ``verbatim``
    reveal goes into a model-written dialogue word for word too (rules, literals).
    """

    fact: Fact
    utterance: str
    follow_ups: tuple[str, ...] = ()
    verbatim: bool = False


@dataclass(frozen=True, slots=True)
class SessionPlan:
    """What the user comes with. ``long_horizon`` is the true memory necessity of the session.

    ``domain`` is "" for sessions of the world's storyline; ``earlier`` sums up the project so far.
    ``follow_ups`` are what the user says after the opening where no fact is at stake (one-offs).
    ``recorded`` is a conversation that was held before, word for word: nobody plays it again.
    """

    id: str
    opening: str
    reveals: tuple[Reveal, ...] = ()
    closing: str = "Thanks, that is all for now."
    domain: str = ""
    project: str = ""
    topic: str = ""
    long_horizon: bool = True
    earlier: str = ""
    min_turns: int = 2
    max_turns: int = 12
    follow_ups: tuple[str, ...] = ()
    recorded: tuple[tuple[Speaker, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Project:
    """A row of sessions that belong together; its ongoing states end with the last of them."""

    id: str
    title: str
    events: tuple[SessionPlan, ...]
    not_before: Minutes = 0


@dataclass(frozen=True, slots=True)
class DomainScript:
    """How one domain of a person's life unfolds: projects in order, or one-off sessions.

    ``mean_gap`` is the average time between two sessions of the domain. While a domain grows or
    fades (from the first minute to the second) its sessions are rarer: their share of the usual
    number rises from nothing or falls to it in a straight line.
    """

    name: str
    long_horizon: bool
    frequency: Frequency
    projects: tuple[Project, ...] = ()
    one_offs: tuple[SessionPlan, ...] = ()
    mean_gap: Minutes = 7 * DAY
    starts_at: Minutes = 0
    grows: tuple[Minutes, Minutes] | None = None
    fades: tuple[Minutes, Minutes] | None = None


@dataclass(frozen=True, slots=True)
class Response:
    """A session because of an anchor event, ``delay`` after it; ``ends`` are facts over with it."""

    plan: SessionPlan
    delay: Minutes
    ends: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Anchor:
    """An event of a life that brings up several domains within days (PerMem-Bench, section 3.2).

    ``responses`` holds a row of sessions a domain, each in its order.
    """

    at: Minutes
    narrative: str
    responses: tuple[tuple[Response, ...], ...]


@dataclass(frozen=True, slots=True)
class Happening:
    """Something in the person's world, true from ``due`` on and told in a session ``lag`` later.

    ``facts`` become true at ``due``; the facts named in ``ends`` cease to hold then.
    """

    id: str
    kind: HappeningKind
    due: Minutes
    plan: SessionPlan
    lag: Minutes = 0
    changes: tuple[tuple[str, str], ...] = ()  # (entity, new value)
    facts: tuple[Fact, ...] = ()
    ends: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Task:
    """What a dependency study asks of a storyline: one entity (a triple for aggregation), one task.

    ``happening`` is the change that the question is about; ``hop`` its distance from the root.
    """

    kind: TaskKind
    entities: tuple[str, ...]
    happening: str
    hop: int = 0


@dataclass(frozen=True, slots=True)
class Storyline:
    """What happens in one person's world, and what a dependency study will ask about it."""

    world: str
    happenings: tuple[Happening, ...]
    tasks: tuple[Task, ...] = ()


@dataclass(frozen=True, slots=True)
class Talk:
    """A conversation that comes up at a date."""

    due: Minutes
    plan: SessionPlan


@dataclass(frozen=True, slots=True)
class Strand:
    """Conversations that are woven into a life for the sake of a study, and what it will ask.

    ``name`` is that of the strand (see ``experiments.strands``), ``matter`` what its study needs to
    know, in a form of its own. A life has at most one strand of a name.
    """

    name: str
    talks: tuple[Talk, ...]
    matter: object = None


@dataclass(frozen=True, slots=True)
class Shift:
    """The person's use of the assistant changes: some domains end, others begin (PerMem-Bench §3).

    A demoted domain ends as long-horizon and starts again as transient. Domains in ``fades`` go on
    for a while beside what starts, ever more rarely, and are over at the end of their fading.
    """

    at: Minutes
    narrative: str
    ends: tuple[str, ...] = ()
    starts: tuple[DomainScript, ...] = ()
    demoted: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()
    fades: tuple[str, ...] = ()
