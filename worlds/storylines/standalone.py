"""A stand-alone episode: introductions, then one session with every change and the request.

MEME, section 3.2: four sessions introduce facts, a fifth reports the root change and the tracked
values and asks for the deletion. The decisions are those of a storyline that fills a life; only
dates and sessions differ.
"""

from __future__ import annotations

from collections.abc import Sequence

from numpy.random import Generator

from sim.clock import HOUR, Minutes
from sim.plans import Happening, Reveal, Storyline
from sim.seeds import Part, stream
from sim.wording import manner
from worlds.ids import happening_id
from worlds.storylines.dates import Dates
from worlds.storylines.episode import draw_episode
from worlds.storylines.introductions import introductions
from worlds.storylines.options import StorylineOptions
from worlds.storylines.script import Script
from worlds.storylines.storyline import IMPLIED
from worlds.storylines.voice import Voice
from worlds.world import World

INTRODUCTIONS = 4  # sessions, MEME section 3.2
ROOM = 100  # most facts in one introduction: all of them find room in the four
LAG: Minutes = 6 * HOUR  # from the change to the session that reports it


def episode_options(given: StorylineOptions | None = None) -> StorylineOptions:
    """The knobs of a storyline with those set that make it an episode."""
    knobs = given or StorylineOptions(changes=1)
    return knobs.model_copy(update={"introductions": INTRODUCTIONS, "reveals": ROOM})


def episode(
    world: World,
    *,
    introduced: Sequence[Minutes],
    changed: Minutes,
    seed_path: tuple[Part, ...],
    options: StorylineOptions | None = None,
) -> Storyline:
    """What is told in an episode whose sessions begin at given minutes, and what is asked of it.

    ``introduced`` are four minutes; ``changed``, the last session, must come more than six hours
    after the last of them. Raises BadData when the world cannot yield all six task kinds.
    """
    given = episode_options(options)
    drawn = draw_episode(world, seed_path, given)
    told = introductions(world, drawn, given, stream(*seed_path, "world", "introductions"))
    due = changed - LAG
    dates = Dates(
        tuple(introduced),
        changes=((due, LAG),) * len(drawn.upstream),
        updates=(due,) * given.updates,
        deletion=due,
    )
    words = stream(*seed_path, "world", "words", given.wording_seed)
    habits = manner(stream(*seed_path, "manner"))
    implied = given.explicitness == IMPLIED
    voice = Voice(world, words, given.follow_ups, implied=implied, habits=habits)
    script = Script(world, drawn, dates, voice)
    first = tuple(script.introductions(told))
    news = [list(script.changes()), list(script.updates()), [script.deletion()]]
    rng = stream(*seed_path, "world", "news")
    return Storyline(world.name, (*first, _told_at_once(world, voice, news, rng)),
                     tuple(script.tasks()))  # fmt: skip


def _told_at_once(
    world: World, voice: Voice, news: list[list[Happening]], rng: Generator
) -> Happening:
    """One session for all the news; what follows one another (updates do) stays in its order."""
    every = [happening for row in news for happening in row]
    path = (world.name, "news")
    return Happening(
        id=happening_id(*path),
        kind="change",
        due=every[0].due,
        lag=every[0].lag,
        plan=voice.plan("change", path, tuple(_shuffled_rows(news, rng))),
        changes=tuple(change for happening in every for change in happening.changes),
        facts=tuple(fact for happening in every for fact in happening.facts),
        ends=tuple(fact_id for happening in every for fact_id in happening.ends),
    )


def _shuffled_rows(news: list[list[Happening]], rng: Generator) -> list[Reveal]:
    """The reveals in a random order that keeps the order within each row."""
    rows = [[reveal for happening in row for reveal in happening.plan.reveals] for row in news]
    owners = [place for place, row in enumerate(rows) for _ in row]
    return [rows[owners[int(draw)]].pop(0) for draw in rng.permutation(len(owners))]
