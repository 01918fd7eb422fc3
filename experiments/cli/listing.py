"""``lifeworld list``: what can be named in a recipe, with a line about each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from typing import Any

from experiments.cli.output import Row

READING = {
    "ideal": "Applies every rule and dependency that the memories hold; a model may play it.",
    "literal": "Reports the latest statement that the memories hold; a model may play it.",
}
"""What tells readers apart, which are one role."""


def _worlds() -> Iterator[Row]:
    import worlds

    for name in sorted(worlds.names()):
        world = worlds.load(name)
        yield {
            "name": name,
            "doc": world.description,
            "entities": len(world.entities),
            "edges": world.graph.number_of_edges(),
            "rules": len(world.rules),
        }


def _personas() -> Iterator[Row]:
    import personas

    for name in personas.names():
        persona = personas.load(name)
        uses = persona.profile.at_first
        yield {
            "name": name,
            "doc": f"{persona.name}, {persona.age}: {persona.background}",
            "long_horizon": [use.domain for use in uses if use.long_horizon],
            "transient": [use.domain for use in uses if not use.long_horizon],
            "later": [use.domain for use in persona.profile.later],
        }


def _domains() -> Iterator[Row]:
    from personas import domains

    for name in domains.names():
        pack = domains.load(name)
        projects = [project.title for project in pack.projects]
        yield {
            "name": name,
            "doc": pack.name,
            "projects": projects,
            "one_offs": len(pack.one_offs),
        }


def _backends() -> Iterator[Row]:
    import memory_backends
    from experiments import controls

    yield from _registered(memory_backends.describe())
    for name, kind in controls.BACKENDS.items():
        yield {"name": name, "group": "control", "doc": _first_line(kind)}


def _gates() -> Iterator[Row]:
    from experiments import controls
    from memory_backends import gates

    yield from _registered(gates.describe())
    for name, decide in controls.GATES.items():
        yield {"name": name, "group": "control", "doc": _first_line(decide)}


def _embedders() -> Iterator[Row]:
    from memory_backends import embedders

    yield from _registered(embedders.describe())


def _readers() -> Iterator[Row]:
    from experiments import controls
    from sim.roles.answerer import READERS

    for name, role in READERS.items():
        yield {"name": name, "doc": READING.get(name, role.purpose)}
    for name, role in controls.READERS.items():
        yield {"name": name, "group": "control", "doc": role.purpose}


def _studies() -> Iterator[Row]:
    from experiments import studies

    yield from _registered(studies.describe())


def _roles() -> Iterator[Row]:
    from sim.cast.models.parts import NAMES
    from sim.cast.models.prompting import prompt_of
    from sim.roles import ROLES

    for name, role in sorted(ROLES.items()):
        prompt = prompt_of(name) if name in NAMES else None
        yield {
            "name": name,
            "doc": role.purpose,
            "sees_gold": role.sees_gold,
            "prompt": prompt.version if prompt else None,
            "hash": prompt.hash if prompt else None,
        }


def _recipes() -> Iterator[Row]:
    from experiments import recipe

    for name in recipe.names():
        loaded = recipe.load_recipe(name)
        yield {
            "name": name,
            "doc": loaded.about,
            "studies": [study.name for study in loaded.studies],
            "corpus": loaded.corpus,
        }


def _formats() -> Iterator[Row]:
    from experiments import datasets

    for name in datasets.formats():
        form = datasets.load_format(name)
        yield {"name": name, "doc": form.purpose, "licence": form.licence}


def _registered(rows: Iterable[Any]) -> Iterator[Row]:
    return (asdict(row) for row in rows)


def _first_line(thing: object) -> str:
    return (thing.__doc__ or "").strip().partition("\n")[0]


LISTS: dict[str, Callable[[], Iterable[Row]]] = {
    "worlds": _worlds,
    "personas": _personas,
    "domains": _domains,
    "backends": _backends,
    "gates": _gates,
    "embedders": _embedders,
    "readers": _readers,
    "studies": _studies,
    "recipes": _recipes,
    "roles": _roles,
    "formats": _formats,
}
