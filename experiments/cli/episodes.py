"""An episode of a world, lived through by the scripted cast and written out for its author."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sim.clock import DAY
from sim.facts import Fact, Ledger
from sim.life import Life, PersonaCard
from sim.moments import Moment, SessionHeld, UpstreamChange

if TYPE_CHECKING:
    from worlds import Problem, StorylineOptions, World

DATE = "%d %b %Y"


def episode_lines(world: World, seed: int, options: StorylineOptions) -> Iterator[str]:
    """The dialogues in order of time, the ledger at the end, and the questions with their gold.

    Raises BadData when the world cannot yield what the options ask for.
    """
    from sim.cast import Cast
    from sim.timeline import live
    from worlds.sampling import DAYS, START, drawn, questions

    storyline = drawn(world, seed, options)
    life = Life(
        id="sample",
        user_id="sample",
        seed_path=(seed, "sample"),
        calendar=START,
        persona=PersonaCard("the user"),
        checkpoints=(DAYS * DAY,),
        storyline=storyline,
        lexicon=world.lexicon(),
    )
    living = live(life, Cast())
    yield f"A storyline of the world {world.name!r}, seed {seed}, over {DAYS} days"
    for moment in living:
        yield from _moment(moment, living.ledger, life)
    yield from ("", "Ledger: what was true from when to when, and where it was told")
    yield from (_entry(fact, living.ledger, life) for fact in living.ledger.facts.values())
    yield ""
    yield from questions(world, storyline)


def ceiling_problems(world: World, episodes: int) -> Iterator[Problem]:
    """Questions that complete evidence does not answer, or that the old value does."""
    from experiments.studies.ceiling import ceiling
    from worlds import Problem

    for tally in ceiling(world, episodes=episodes):
        for fault in tally.faults:
            yield Problem("error", f"{tally.kind} over {episodes} episodes", fault)


def _moment(moment: Moment, ledger: Ledger, life: Life) -> Iterator[str]:
    if isinstance(moment, UpstreamChange):
        news = ", ".join(f"{entity} is {value}" for entity, value in moment.happening.changes)
        yield ""
        yield f"change on {life.calendar.date(moment.at):{DATE}}, not told yet: {news}"
    elif isinstance(moment, SessionHeld):
        yield ""
        kind = moment.happening.kind if moment.happening else moment.plan.domain
        yield f"session {moment.session.id} on {moment.session.started_at:{DATE}}: {kind}"
        told = {telling.turn_id: ledger.facts[telling.fact_id] for telling in moment.tellings}
        for turn in moment.session.turns:
            yield f"  {turn.speaker}: {turn.text}"
            if turn.id in told:
                yield f"        [{_said(told[turn.id])}]"


def _said(fact: Fact) -> str:
    return f"{fact.kind} of {fact.attribute}: {' / '.join(fact.values) or '-'}"


def _entry(fact: Fact, ledger: Ledger, life: Life) -> str:
    since = life.calendar.date(fact.holds_from)
    until = "" if fact.holds_until is None else f"{life.calendar.date(fact.holds_until):{DATE}}"
    telling = ledger.first_told(fact.id)
    where = telling.turn_id if telling else "never told"
    return f"  {since:{DATE}} - {until or 'the end':11}  {where:10}  {_said(fact)}"
