"""An episode as a life: five sessions that matter, and filler around them.

Nobody's persona and no domain of theirs takes part, and gates, backends and studies work as in any
life: the filler is a domain in which nothing is worth remembering.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, time
from typing import TYPE_CHECKING

from pydantic import ValidationError

from experiments.episodes.slots import places, starts
from experiments.filler import Drawn, Filler, draw, pool_of
from experiments.recipe.episodes import EpisodePlan
from experiments.recipe.schema import LivesPlan, Recipe
from experiments.recipe.sentences import misuse
from sim.clock import DAY, Calendar, Minutes
from sim.errors import BadData
from sim.facts import GOLD_MARK
from sim.life import Life, PersonaCard
from sim.plans import DomainScript, Project, SessionPlan, Storyline
from sim.seeds import Part, token

if TYPE_CHECKING:
    from worlds import StorylineOptions, World

SESSIONS = 5  # that matter: four introduce, one reports changes and asks to forget (MEME, 3.2)
AFTER: Minutes = 2 * DAY  # from the beginning of the last session to the end of the episode
DOMAIN = "filler"
NOBODY = Drawn((), 0)
SEARCHES = 5  # of 20 draws each


def names(plan: LivesPlan) -> Iterator[str]:
    """What the episodes are called: their world and a number, worlds in turn.

    The lives plan must have episodes and a count.
    """
    import worlds

    own = [worlds.load(each).name for each in plan.episodes.worlds] if plan.episodes else []
    for number in range(plan.count or 0):
        yield f"{own[number % len(own)]}-{number // len(own) + 1:04d}"


def compose(recipe: Recipe, plan: LivesPlan, episodes: EpisodePlan, name: str, number: int) -> Life:
    """The life of one episode, which depends on the seed, its name and its number alone."""
    world, told = _world(episodes, number), _options(plan, episodes, number)
    path: tuple[Part, ...] = (recipe.seed, "life", name)
    filler = drawn(episodes, plan, world, path, number)
    begin = starts(SESSIONS + len(filler.fillers), episodes.days, *path)
    matters = places(SESSIONS, len(begin), *path)
    return Life(
        id=name,
        user_id=token(recipe.seed, "user", name, length=16),
        seed_path=path,
        calendar=Calendar(datetime.combine(plan.start, time())),
        persona=PersonaCard("the user", world.description),
        checkpoints=(begin[-1] + AFTER,),
        domains=_domain(filler.fillers, [at for n, at in enumerate(begin) if n not in matters]),
        storyline=_storyline(world, [begin[place] for place in matters], path, told),
        lexicon=world.lexicon(),
        engine=plan.engine,
    )


def drawn(
    episodes: EpisodePlan, plan: LivesPlan, world: World, path: tuple[Part, ...], number: int
) -> Drawn:
    """The filler of an episode: none of it holds a key word of what the episode is about."""
    if not episodes.filler_tokens:
        return NOBODY
    source = episodes.worlds[number % len(episodes.worlds)]
    pool = pool_of(source, episodes.filler, episodes.pool, episodes.embedder)
    dates = [(day + 1) * DAY for day in range(SESSIONS)]  # no matter which: what is told counts
    story = _storyline(world, dates, path, _options(plan, episodes, number))
    return draw(pool, episodes.filler_tokens, keywords(world, story), *path)


def keywords(world: World, story: Storyline) -> Iterator[str]:
    """Everything the entities of an episode could be called, and what they could be worth."""
    facts = (r.fact for happening in story.happenings for r in happening.plan.reveals)
    for entity in dict.fromkeys(fact.attribute for fact in facts):
        yield world.entities[entity].phrase
        yield from world.entities[entity].values


def _world(episodes: EpisodePlan, number: int) -> World:
    import worlds

    return worlds.load(episodes.worlds[number % len(episodes.worlds)])


def _options(plan: LivesPlan, episodes: EpisodePlan, number: int) -> StorylineOptions:
    """The knobs of the recipe; an episode has one root change unless it says otherwise."""
    import worlds

    given = {"changes": 1, **plan.storyline}
    try:
        options = worlds.StorylineOptions.model_validate(given)
    except ValidationError as error:
        raise misuse(error, worlds.StorylineOptions, "lives.storyline") from error
    if options.first_root is not None:
        return options
    return options.model_copy(update={"first_root": number // len(episodes.worlds)})


def _storyline(
    world: World, dates: list[Minutes], path: tuple[Part, ...], options: StorylineOptions
) -> Storyline:
    """The storyline; one that 20 redraws did not find is looked for among other states.

    Raises BadData if none of a hundred draws has what the options ask for.
    """
    import worlds

    *introduced, changed = dates
    for attempt in range(SEARCHES):
        tried = (*path, "search", attempt) if attempt else path
        try:
            return worlds.episode(
                world, introduced=introduced, changed=changed, seed_path=tried, options=options
            )
        except BadData:
            if attempt == SEARCHES - 1:
                raise
    raise AssertionError("the last search returns or raises")


def _domain(fillers: tuple[Filler, ...], dates: list[Minutes]) -> tuple[DomainScript, ...]:
    """Filler as a domain, each session at its date."""
    projects = tuple(
        Project(f"{GOLD_MARK}project/{filler.id}", filler.topic, (_plan(filler),), not_before=at)
        for filler, at in zip(fillers, dates, strict=True)
    )
    return (DomainScript(DOMAIN, False, "high", projects, mean_gap=1),) if projects else ()


def _plan(filler: Filler) -> SessionPlan:
    said = [text for speaker, text in filler.turns if speaker == "user"]
    return SessionPlan(
        id=f"{GOLD_MARK}plan/{filler.id}",
        opening=said[0] if said else "",
        domain=DOMAIN,
        topic=filler.topic,
        long_horizon=False,
        max_turns=len(filler.turns),
        recorded=filler.turns,
    )
