"""A storyline: decisions, dates and words put together."""

from __future__ import annotations

from sim.clock import Calendar, Minutes
from sim.plans import Storyline
from sim.seeds import Part, stream
from sim.wording import manner
from worlds.storylines.dates import draw_dates
from worlds.storylines.episode import draw_episode
from worlds.storylines.introductions import introductions
from worlds.storylines.options import StorylineOptions
from worlds.storylines.script import Script
from worlds.storylines.voice import Voice
from worlds.world import World

IMPLIED = 2  # the explicitness at which dependencies only show


def storyline(
    world: World,
    *,
    calendar: Calendar,  # noqa: ARG001  (storylines may come to know weekdays and seasons)
    horizon: Minutes,
    seed_path: tuple[Part, ...],
    options: StorylineOptions | None = None,
) -> Storyline:
    """What happens in a world over a life of ``horizon`` minutes, and what to ask about it.

    Introductions fill the first third of the life; then roots change, each change is told some
    days after it came true, an entity apart from all that takes further values, and one thing is
    asked to be forgotten. Consequences of a change are true at once and never told. Follows
    MEME, section 3.2, stretched over a life. Raises BadData when the world cannot yield all six
    task kinds, Misuse when the life is too short.
    """
    given = options or StorylineOptions()
    episode = draw_episode(world, seed_path, given)
    given = given.model_copy(update={"changes": len(episode.upstream)})
    told = introductions(world, episode, given, stream(*seed_path, "world", "introductions"))
    dates = draw_dates(horizon, len(told), given, stream(*seed_path, "world", "dates"))
    words = stream(*seed_path, "world", "words", given.wording_seed)
    habits = manner(stream(*seed_path, "manner"))
    implied = given.explicitness == IMPLIED
    voice = Voice(world, words, given.follow_ups, implied=implied, habits=habits)
    script = Script(world, episode, dates, voice)
    happenings = [
        *script.introductions(told),
        *script.changes(),
        *script.updates(),
        script.deletion(),
    ]
    ordered = sorted(happenings, key=lambda happening: (happening.due, happening.id))
    return Storyline(world.name, tuple(ordered), tuple(script.tasks()))
