"""People for lives, drawn or taken from a file, by a cast in which models may play.

Where models take part, a run makes its people once: they stand as files in the folder ``people``
of the run, and the replies in its cache, so that going on with the run asks nobody again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from experiments.recipe.casting import DEFAULT, SCRIPTED, castings, is_scripted, read_cast
from experiments.recipe.schema import Nemotron, Recipe, Sample
from sim.cast.cast import Cast
from sim.cast.usage import Place
from sim.errors import Misuse, UnknownName

if TYPE_CHECKING:
    from personas import Persona, Problem
    from personas.nemotron import Imported
    from sim.cast.cache import Mode

ROLES = ("profile_assigner", "plausibility")
FOLDER = "people"
IN_MEMORY = ":memory:"


def drawn(count: int, seed: int, cast: Sequence[str] = ()) -> list[Persona]:
    """So many people by ``personas.sample``; ``cast`` as in ``profile_assigner=openai:gpt-5``.

    Raises UnknownName for another role, Misuse for what is no model.
    """
    import personas

    with _playing(_read(cast)) as playing:
        return personas.sample(count, seed, cast=playing)


def taken(file: str | Path, count: int | None, seed: int, cast: Sequence[str] = ()) -> Imported:
    """The first people of a file of Nemotron-Personas. Raises BadData, UnknownName, Misuse."""
    from personas import nemotron

    with _playing(_read(cast)) as playing:
        return nemotron.read(file, count, seed=seed, cast=playing)


def checked(name: str, cast: Sequence[str] = ()) -> list[Problem]:
    """What is wrong with a persona, also in the eyes of the evaluators that are cast."""
    import personas

    with _playing(_read(cast)) as playing:
        return personas.check(name, cast=playing)


def wished(plan: Sample | Nemotron, seed: int, cast: Cast | None = None) -> list[Persona]:
    """The people that a recipe wishes for."""
    import personas

    if isinstance(plan, Sample):
        return personas.sample(plan.sample, seed, cast=cast)
    from personas import nemotron

    return list(nemotron.read(plan.nemotron, plan.sample, seed=seed, cast=cast).people)


def made(recipe: Recipe, cast: Cast) -> list[Persona]:
    """The people that a recipe wishes for by a cast; nobody if it names those who live."""
    wish = _wish(recipe)
    return [] if wish is None else wished(wish, recipe.seed, cast)


def write(people: Sequence[Persona], folder: Path) -> dict[str, Path]:
    """Each person as a file, by id."""
    from personas import to_yaml

    folder.mkdir(parents=True, exist_ok=True)
    files = {person.id: folder / f"{person.id}.yaml" for person in people}
    for person in people:
        files[person.id].write_text(to_yaml(person), encoding="utf-8")
    return files


def settled(recipe: Recipe, folder: Path, mode: Mode = "use") -> Recipe:
    """The recipe with people in the place of a wish for them, if models take part in making them.

    Lives whose dialogues are there already are those of the people who had them. Raises what
    ``personas.sample`` and ``personas.nemotron.read`` raise, and LimitReached.
    """
    from experiments.folder import RunFolder

    recipe, cast = as_in_dialogues(recipe), _of_people(recipe.cast)
    if _wish(recipe) is None or is_scripted(cast):
        return recipe
    with _playing(cast, RunFolder(folder).cache, mode, recipe) as playing:
        people = made(recipe, playing)
    return _with_people(recipe, tuple(map(str, write(people, folder / FOLDER).values())))


def as_in_dialogues(recipe: Recipe) -> Recipe:
    """The recipe with the people of its dialogues, if models took part in making people."""
    if recipe.dialogues is None or _wish(recipe) is None or is_scripted(_of_people(recipe.cast)):
        return recipe
    from experiments.dialogues import Dialogues

    there = Dialogues.open(Path(recipe.dialogues)).recipe.lives
    return recipe if there is None else _with_people(recipe, there.personas)


def _wish(recipe: Recipe) -> Sample | Nemotron | None:
    """People that are yet to be made, if any."""
    people = None if recipe.lives is None else recipe.lives.personas
    return people if isinstance(people, Sample | Nemotron) else None


def _with_people(recipe: Recipe, people: object) -> Recipe:
    lives = recipe.lives and recipe.lives.model_copy(update={"personas": people})
    return recipe.model_copy(update={"lives": lives})


def _of_people(cast: Mapping[str, Any]) -> dict[str, Any]:
    """Who plays the two roles that make people."""
    default = cast.get(DEFAULT, SCRIPTED)
    return {role: cast.get(role, default) for role in ROLES}


def _read(written: Sequence[str]) -> dict[str, Any]:
    """``role=model`` several times as a cast; a role that stands twice has an ensemble."""
    cast: dict[str, list[str]] = {}
    for each in written:
        role, player = read_cast(each)
        if not player:
            raise Misuse(f"--cast {each!r} names nobody: write it as {ROLES[0]}={SCRIPTED}")
        if role not in ROLES:
            raise UnknownName("role in making people", role, ROLES)
        cast.setdefault(role, []).append(player)
    return {role: players[0] if len(players) == 1 else players for role, players in cast.items()}


@contextmanager
def _playing(
    cast: Mapping[str, Any],
    cache: Path | str = IN_MEMORY,
    mode: Mode = "use",
    recipe: Recipe | None = None,
) -> Iterator[Cast]:
    """The cast, for as long as people are being made; a recipe's limits and prices hold."""
    if is_scripted(cast):
        yield Cast()
        return
    from experiments.running.casting import prices_of
    from sim.cast.models import Company

    limits = None if recipe is None else recipe.limits
    prices = None if recipe is None else prices_of(recipe, cast)
    with Company(castings(cast), cache, mode=mode, limits=limits, prices=prices) as company:
        yield company.cast(Place(phase="profile"))
