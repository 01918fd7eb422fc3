"""``lifeworld list``: what can be named in a recipe, with a line about each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from typing import Any

from experiments.cli.output import Row
from sim.errors import UnknownName


def listed(what: str) -> list[Row]:
    """The rows of one list. Raises UnknownName."""
    if what not in LISTS:
        raise UnknownName("list", what, LISTS)
    return list(LISTS[what]())


def _worlds() -> Iterator[Row]:
    import worlds

    for name in sorted(worlds.names()):
        world = worlds.load(name)
        yield {
            "name": name,
            "entities": len(world.entities),
            "edges": world.graph.number_of_edges(),
            "rules": len(world.rules),
        }


def _personas() -> Iterator[Row]:
    import personas

    for name in personas.names():
        persona = personas.load(name)
        uses = persona.profile.uses
        yield {
            "name": name,
            "long_horizon": [use.domain for use in uses if use.long_horizon],
            "transient": [use.domain for use in uses if not use.long_horizon],
        }


def _domains() -> Iterator[Row]:
    from personas import domains

    for name in domains.names():
        pack = domains.load(name)
        yield {"name": name, "projects": len(pack.projects), "one_offs": len(pack.one_offs)}


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


def _studies() -> Iterator[Row]:
    from experiments import studies

    yield from _registered(studies.describe())


def _roles() -> Iterator[Row]:
    from sim.roles import ROLES

    for name, role in sorted(ROLES.items()):
        yield {"name": name, "sees_gold": role.sees_gold, "purpose": role.purpose}


def _formats() -> Iterator[Row]:
    from experiments import datasets

    for name in datasets.formats():
        form = datasets.load_format(name)
        yield {"name": name, "purpose": form.purpose, "licence": form.licence}


def _registered(rows: Iterable[Any]) -> Iterator[Row]:
    """Rows of a registry; what it says about itself comes last, it is the longest."""
    for row in map(asdict, rows):
        doc = row.pop("doc")
        yield row | {"doc": doc}


def _first_line(thing: object) -> str:
    return (thing.__doc__ or "").strip().partition("\n")[0]


LISTS: dict[str, Callable[[], Iterable[Row]]] = {
    "worlds": _worlds,
    "personas": _personas,
    "domains": _domains,
    "backends": _backends,
    "gates": _gates,
    "embedders": _embedders,
    "studies": _studies,
    "roles": _roles,
    "formats": _formats,
}
