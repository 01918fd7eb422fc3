"""One storyline of a world, written out for its author to read."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from sim.clock import DAY, Calendar
from sim.facts import Fact
from sim.plans import Happening, Storyline, Task
from worlds.answers import asking, effective_kind, gold
from worlds.storylines import StorylineOptions, storyline
from worlds.world import World

START = Calendar(datetime(2031, 1, 6))  # a Monday; any date would do
DAYS = 182


def sample(world: World, seed: int, options: StorylineOptions | None = None) -> str:
    """What the user will say over half a year, what is true, and what will be asked.

    Raises BadData when the world cannot yield all six task kinds.
    """
    story = drawn(world, seed, options)
    parts = [_heading(world, seed), *_sessions(story), "", *questions(world, story)]
    return "\n".join(parts) + "\n"


def drawn(world: World, seed: int, options: StorylineOptions | None = None) -> Storyline:
    """The storyline that a sample shows."""
    return storyline(
        world, calendar=START, horizon=DAYS * DAY, seed_path=(seed, "sample"), options=options
    )


def _heading(world: World, seed: int) -> str:
    return f"A storyline of the world {world.name!r}, seed {seed}, over {DAYS} days"


def _sessions(drawn: Storyline) -> Iterator[str]:
    for happening in drawn.happenings:
        yield ""
        yield from _session(happening)


def _session(happening: Happening) -> Iterator[str]:
    due, told = START.date(happening.due), START.date(happening.due + happening.lag)
    later = f", told {told:%d %b %Y}" if happening.lag else ""
    yield f"{happening.kind} on {due:%d %b %Y}{later}"
    yield f"  user: {happening.plan.opening}"
    for reveal in happening.plan.reveals:
        fact = reveal.fact
        yield f"  user: {reveal.utterance}"
        yield f"        [{fact.kind} of {fact.attribute}: {' / '.join(fact.values) or '-'}]"
        yield from (f"  user: {line}" for line in reveal.follow_ups)
    yield f"  user: {happening.plan.closing}"
    told_ids = {reveal.fact.id for reveal in happening.plan.reveals}
    for fact in happening.facts:
        if fact.id not in told_ids:
            yield f"  true from then on, never told: {fact.attribute} is {fact.values[0]}"


def questions(world: World, story: Storyline) -> Iterator[str]:
    """What will be asked, with the right answers before and after, one line after the other."""
    yield "Questions, and the right answers before and after"
    told = [(h, r.fact) for h in story.happenings for r in h.plan.reveals]
    for task in story.tasks:
        about = next(h for h in story.happenings if h.id == task.happening)
        before = [fact for h, fact in told if h.due < about.due]
        after = [fact for h, fact in told if h.due <= about.due]
        kind = effective_kind(world, task, after)
        known = ", ".join(gold(world, task, before, "before").accepted)
        yield f"  {kind or task.kind}{f' at hop {task.hop}' if task.hop else ''}"
        yield f"    before: {asking(world, task, 'before')} -> {known}"
        yield f"    after:  {asking(world, task, 'after')} -> {_answer(world, task, after)}"


def _answer(world: World, task: Task, told: list[Fact]) -> str:
    right = gold(world, task, told, "after")
    if effective_kind(world, task, told) is None:
        return f"cannot be derived from what was told (stale: {', '.join(right.stale)})"
    nothing = "no longer available" if right.hidden else "not known any more"
    return ", ".join(right.accepted) or nothing
