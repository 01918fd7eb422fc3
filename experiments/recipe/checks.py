"""Checking a recipe before anything is spent: does everything exist, can it do what is asked?"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import Path

from experiments.recipe.casting import DEFAULT, castings, check_roles, is_scripted
from experiments.recipe.schema import LivesPlan, Recipe
from experiments.studies.base import Study
from sim.cast.letting import LIBRARY, no_door
from sim.errors import Misuse

COMPOSED = 12  # lives composed on trial: enough to meet a mistake, few enough not to wait for


def check(recipe: Recipe) -> None:
    """Refuse a recipe that cannot be carried out.

    Raises UnknownName for a backend, gate, reader, study, world, persona or role that does not
    exist, BadData for a data file that is wrong, LacksCapability for a backend that cannot do what
    a budget or a study needs, and Misuse for wrong options or two trials that are the same.
    """
    from experiments.recipe.studies import studies_of

    _check_cast(recipe)
    chosen = studies_of(recipe)
    _check_once("study", [each.name for each in recipe.studies])
    _check_questions(recipe, chosen)
    _check_trials(recipe, frozenset().union(*(study.needs for study in chosen)))
    if recipe.lives is not None:
        _check_lives(recipe, recipe.lives)
        _check_dialogues(recipe)
    elif recipe.corpus is not None:
        _check_corpus(recipe.corpus, recipe.policy)


def _check_questions(recipe: Recipe, chosen: Iterable[Study]) -> None:
    """A study of a corpus's own questions has nothing to ask of simulated lives."""
    asking = next((study.name for study in chosen if study.of_corpus), None)
    if recipe.lives is not None and asking is not None:
        raise Misuse(
            f"the study {asking!r} asks the questions of a corpus and simulated lives have none: "
            "give the recipe 'corpus' instead of 'lives', or leave the study out"
        )


def _check_trials(recipe: Recipe, needs: Iterable[str]) -> None:
    from experiments.recipe.trials import trials

    specs = trials(recipe)
    _check_once("trial", [spec.name for spec in specs])
    for spec in specs:
        spec.check(needs)
        if spec.calls_models and not _has_library_model(recipe):
            no_door(spec.backend)


def _has_library_model(recipe: Recipe) -> bool:
    """Whether libraries have a model: one named for them, or else everybody's."""
    players = castings(recipe.cast)
    named = players.get(LIBRARY) or players.get(DEFAULT, ())
    return any(casting.is_model for casting in named)


def _check_lives(recipe: Recipe, plan: LivesPlan) -> None:
    """World and personas exist, and the first lives have room for all that is to happen in them."""
    import worlds
    from experiments.lives import compose, seats

    for world in plan.episodes.worlds if plan.episodes else filter(None, [plan.world]):
        worlds.load(world)
    bare = _without_filler(recipe, plan)
    for seat in islice(seats(recipe), COMPOSED):
        compose(bare, seat)


def _check_dialogues(recipe: Recipe) -> None:
    if recipe.dialogues is not None:
        from experiments.dialogues import Dialogues
        from experiments.people import as_in_dialogues

        Dialogues.open(Path(recipe.dialogues)).check(as_in_dialogues(recipe))


def _without_filler(recipe: Recipe, plan: LivesPlan) -> Recipe:
    """The same episodes with nothing around them; that the filler exists is checked here."""
    if plan.episodes is None or not plan.episodes.filler_tokens:
        return recipe
    from experiments.filler import fingerprint
    from memory_backends import embedders

    fingerprint(plan.episodes.filler)
    embedders.resolve(plan.episodes.embedder)
    episodes = plan.episodes.model_copy(update={"filler_tokens": 0})
    return recipe.model_copy(update={"lives": plan.model_copy(update={"episodes": episodes})})


def _check_corpus(folder: str, policy: str) -> None:
    from experiments.datasets import open_corpus

    open_corpus(folder)
    if policy == "on":
        raise Misuse(
            "the conversations of a corpus are recorded and cannot depend on a memory: set policy "
            "to off, or simulate lives"
        )


def _check_cast(recipe: Recipe) -> None:
    """Roles, models and their parameters; prices too, if money is limited."""
    check_roles(recipe.cast)
    if is_scripted(recipe.cast):
        return
    from sim.cast.models.company import models_of
    from sim.cast.prices import load_prices

    models = models_of(castings(recipe.cast))
    prices = load_prices(recipe.prices, models)
    if recipe.limits.usd is not None:
        prices.check(models)


def _check_once(what: str, names: list[str]) -> None:
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise Misuse(f"the {what} {twice!r} is there twice: remove one of them")
