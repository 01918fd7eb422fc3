"""From a recipe to lives: who lives, and everything that their life has in store.

A life depends on the seed and its own name alone, so one life more changes no other. Lives are
composed one at a time, where they are lived.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, time
from itertools import count, islice
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel, ValidationError

from experiments.people import wished
from experiments.recipe.schema import LivesPlan, Nemotron, Recipe, Sample
from experiments.recipe.sentences import misuse
from experiments.strands import Setting, woven
from sim.cast.cast import Cast
from sim.clock import Calendar, Minutes
from sim.errors import Misuse
from sim.lexicon import Lexicon
from sim.life import Life
from sim.seeds import Part, token

if TYPE_CHECKING:
    from personas import Persona, ShiftOptions, Skeleton
    from sim.plans import Storyline
    from worlds import World

M = TypeVar("M", bound=BaseModel)
USER_ID_LENGTH = 16  # hexadecimal digits: two of 10,000 lives share one once in 10^11 runs


@dataclass(frozen=True, slots=True)
class Seat:
    """One life of a run, before it is composed: its name, and who lives it.

    Nobody is known to live in a corpus or an episode (None). ``number`` is its place in the run,
    from 0 on; the roots of a world take turns by it.
    """

    life: str
    persona: Persona | None = None
    number: int = 0


def seats(recipe: Recipe) -> Iterator[Seat]:
    """The lives of a run, in the order of the recipe.

    A life is called by its persona's id, with a number behind it from the second time on.
    """
    if recipe.corpus is not None:
        from experiments.datasets import open_corpus

        return (Seat(life, None, n) for n, life in enumerate(open_corpus(recipe.corpus).lives))
    if _plan(recipe).episodes is not None:
        from experiments import episodes

        return (Seat(name, None, n) for n, name in enumerate(episodes.names(_plan(recipe))))
    return _simulated(recipe)


def cast_of_lives(recipe: Recipe) -> list[Persona]:
    """The different personas of a simulated recipe, in order."""
    import personas

    plan = _plan(recipe)
    if isinstance(plan.personas, Sample | Nemotron):
        return wished(plan.personas, recipe.seed)
    names = personas.names() if plan.personas == "library" else plan.personas
    people = [personas.load(name) for name in names]
    return people if plan.count is None else people[: plan.count]


def compose(recipe: Recipe, seat: Seat, cast: Cast | None = None) -> Life:
    """The life of one seat: persona, skeleton, storyline, strands, checkpoints at calendar months.

    Roles of ``cast`` that are named for it write its projects; a default does not reach them.
    """
    plan, persona = _plan(recipe), seat.persona
    if plan.episodes is not None:
        from experiments import episodes

        return episodes.compose(recipe, plan, plan.episodes, seat.life, seat.number)
    if persona is None:
        raise Misuse(f"life {seat.life!r} is recorded in a corpus: there is nothing to compose")
    calendar = Calendar(datetime.combine(plan.start, time()))
    path: tuple[Part, ...] = (recipe.seed, "life", seat.life)
    dates = checkpoints(plan, calendar)
    setting = Setting(persona.card(), calendar, dates[-1], path, seat.number)
    skeleton = _skeleton(plan, persona, setting, cast)
    storyline, lexicon = _world(plan, calendar, dates[-1], path, seat.number)
    return Life(
        id=seat.life,
        user_id=token(recipe.seed, "user", seat.life, length=USER_ID_LENGTH),
        seed_path=path,
        calendar=calendar,
        persona=persona.card(),
        checkpoints=dates,
        domains=skeleton.domains,
        storyline=storyline,
        shifts=skeleton.shifts,
        anchors=skeleton.anchors,
        strands=tuple(woven(plan.strands, setting)),
        lexicon=lexicon,
        engine=plan.engine,
    )


def world_of(recipe: Recipe, life: Life) -> World | None:
    """The world that a life's storyline happens in, from its file or by its name."""
    if life.storyline is None:
        return None
    import worlds

    plan = _plan(recipe)
    named = plan.episodes.worlds if plan.episodes else filter(None, [plan.world])
    return next(world for world in map(worlds.load, named) if world.name == life.storyline.world)


def checkpoints(plan: LivesPlan, calendar: Calendar) -> tuple[Minutes, ...]:
    """The minutes of the checkpoints: every so many calendar months, the last at the end.

    >>> from sim.clock import DAY
    >>> plan = LivesPlan(months=5, checkpoint_every=2)
    >>> [at // DAY for at in checkpoints(plan, Calendar(datetime(2031, 1, 1)))]
    [59, 120, 151]
    """
    months = [*range(plan.checkpoint_every, plan.months, plan.checkpoint_every), plan.months]
    return tuple(calendar.month(month) for month in months)


def _simulated(recipe: Recipe) -> Iterator[Seat]:
    people = cast_of_lives(recipe)
    rounds = ((_name(p.id, n), p) for n in count(1) for p in people)
    taken = islice(rounds, _plan(recipe).count or len(people))
    return (Seat(name, persona, number) for number, (name, persona) in enumerate(taken))


def _name(persona_id: str, number: int) -> str:
    return persona_id if number == 1 else f"{persona_id}-{number}"


def _plan(recipe: Recipe) -> LivesPlan:
    if recipe.lives is None:
        raise Misuse(f"recipe {recipe.name!r} observes a corpus: it has no lives to compose")
    return recipe.lives


def _skeleton(plan: LivesPlan, persona: Persona, setting: Setting, cast: Cast | None) -> Skeleton:
    """The person's domains; none where a recipe leaves them out."""
    import personas

    if plan.skeleton is None:
        return personas.Skeleton(())
    return personas.skeleton(
        persona,
        calendar=setting.calendar,
        horizon=setting.horizon,
        seed_path=setting.seed_path,
        shift=_shift(plan),
        options=_read(personas.SkeletonOptions, plan.skeleton, "lives.skeleton"),
        cast=None if cast is None else cast.at(phase="skeleton"),
    )


def _shift(plan: LivesPlan) -> ShiftOptions | None:
    from personas import ShiftOptions

    shift = plan.shift
    if shift is None:
        return None
    return ShiftOptions(months=shift.dates, gradual_months=shift.gradual_months)


def _world(
    plan: LivesPlan, calendar: Calendar, horizon: Minutes, path: tuple[Part, ...], number: int
) -> tuple[Storyline | None, Lexicon]:
    if plan.world is None:
        return None, Lexicon()
    import worlds

    world = worlds.load(plan.world)
    options = _read(worlds.StorylineOptions, plan.storyline, "lives.storyline")
    if options.first_root is None:  # roots take turns, so that a population covers all alike
        options = options.model_copy(update={"first_root": number})
    storyline = worlds.storyline(
        world, calendar=calendar, horizon=horizon, seed_path=path, options=options
    )
    return storyline, world.lexicon()


def _read(model: type[M], given: Mapping[str, Any], where: str) -> M:
    try:
        return model.model_validate(given)
    except ValidationError as error:
        raise misuse(error, model, where) from error
