"""One storyline of a world, written out for its author to read."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from sim.clock import DAY, Calendar
from sim.plans import Happening, Storyline
from worlds.answers import asking, gold
from worlds.storylines import StorylineOptions, storyline
from worlds.world import World

START = Calendar(datetime(2031, 1, 6))  # a Monday; any date would do
DAYS = 182


def sample(world: World, seed: int, options: StorylineOptions | None = None) -> str:
    """What the user will say over half a year, what is true, and what will be asked.

    Raises BadData when the world cannot yield all six task kinds.
    """
    drawn = storyline(
        world, calendar=START, horizon=DAYS * DAY, seed_path=(seed, "sample"), options=options
    )
    parts = [_heading(world, seed), *_sessions(drawn), "", *_questions(world, drawn)]
    return "\n".join(parts) + "\n"


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


def _questions(world: World, drawn: Storyline) -> Iterator[str]:
    yield "Questions, and the right answers before and after"
    told = [(h, r.fact) for h in drawn.happenings for r in h.plan.reveals]
    for task in drawn.tasks:
        about = next(h for h in drawn.happenings if h.id == task.happening)
        before = [fact for h, fact in told if h.due < about.due]
        after = [fact for h, fact in told if h.due <= about.due]
        right = (gold(world, task, before, "before"), gold(world, task, after, "after"))
        yield f"  {task.kind}{f' at hop {task.hop}' if task.hop else ''}"
        yield f"    before: {asking(world, task, 'before')} -> {', '.join(right[0].accepted)}"
        answer = ", ".join(right[1].accepted) or _nothing(bool(right[1].hidden))
        yield f"    after:  {asking(world, task, 'after')} -> {answer}"


def _nothing(is_hidden: bool) -> str:
    return "no longer available" if is_hidden else "not known any more"
