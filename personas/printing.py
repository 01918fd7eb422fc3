"""A skeleton as text, to be read by the author of a persona or of a domain pack."""

from __future__ import annotations

from collections.abc import Iterator

from personas.skeletons.skeleton import Skeleton, plans_of
from sim.clock import DAY, Calendar
from sim.plans import DomainScript, Project, SessionPlan, Shift

SHOWN_ONE_OFFS = 6


def printed(skeleton: Skeleton, calendar: Calendar) -> str:
    """What a life has in store: domains, projects, sessions, and every fact with its words.

    Dates are those before which nothing of a project is held; when sessions really fall is
    decided while the life is lived. Of one-off questions only the first few are shown.
    """
    lines = [line for script in skeleton.domains for line in _script(script, calendar)]
    for shift in skeleton.shifts:
        lines += [*_shift(shift, calendar)]
        lines += [line for script in shift.starts for line in _script(script, calendar)]
    return "\n".join(lines) + "\n"


def _shift(shift: Shift, calendar: Calendar) -> Iterator[str]:
    yield f"~~ {calendar.date(shift.at):%d %B %Y}: {shift.narrative}"
    yield f"   demoted: {', '.join(shift.demoted)}; new: {', '.join(shift.joined)}"
    yield ""


def _script(script: DomainScript, calendar: Calendar) -> Iterator[str]:
    kind = "long-horizon" if script.long_horizon else "transient"
    sessions = sum(1 for _ in plans_of(script))
    every = script.mean_gap / DAY
    yield f"{script.name}: {kind}, {script.frequency}, {sessions} sessions, every {every:.0f} days"
    for project in script.projects:
        yield from _project(project, calendar)
    for plan in script.one_offs[:SHOWN_ONE_OFFS]:
        yield f"  * {plan.opening}"
        yield from (f"      {text}" for text in plan.follow_ups)
    if len(script.one_offs) > SHOWN_ONE_OFFS:
        yield f"  ... and {len(script.one_offs) - SHOWN_ONE_OFFS} more"
    yield ""


def _project(project: Project, calendar: Calendar) -> Iterator[str]:
    date = f" (from {calendar.date(project.not_before):%d %B %Y})" if project.not_before else ""
    yield f"  {project.title}{date}"
    for number, plan in enumerate(project.events, 1):
        yield f"    {number}. {plan.opening}"
        yield from _reveals(plan)


def _reveals(plan: SessionPlan) -> Iterator[str]:
    for reveal in plan.reveals:
        mark = "=" if reveal.fact.kind == "user_profile" else "-"
        yield f"       {mark} {reveal.utterance}"
        yield from (f"         {text}" for text in reveal.follow_ups)
