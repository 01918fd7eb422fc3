"""Names that lead nowhere, and things that are written twice. Runs on the file itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sim.errors import did_you_mean
from worlds.problems import Problem, error
from worlds.schema import ConstraintEntry, EdgeEntry, WorldFile
from worlds.wording import REASONS


def names(file: WorldFile) -> Iterator[Problem]:
    """Every name in the file that ought to be known and is not."""
    yield from _entities(file)
    for index, edge in enumerate(file.edges):
        yield from _edge(file, f"edges.{index}", edge)
    for index, triple in enumerate(file.triples):
        for place, name in enumerate(triple.entities):
            yield from _known(f"triples.{index}.entities.{place}", "entity", name, file.entities)
        if len(set(triple.entities)) < len(triple.entities):
            yield error(f"triples.{index}.entities", "names an entity twice")
    for index, constraint in enumerate(file.constraints):
        yield from _constraint(file, f"constraints.{index}", constraint)
    yield from _edges_twice(file)
    categories = dict.fromkeys(entity.category for entity in file.entities.values())
    for category in file.small_talk:
        yield from _known(f"small_talk.{category}", "category", category, categories)


def _entities(file: WorldFile) -> Iterator[Problem]:
    for name, entity in file.entities.items():
        for index, null in enumerate(entity.nulls):
            yield from _known(f"entities.{name}.nulls.{index}", "value", null, entity.pool)
        if entity.kind == "literal" and entity.changes:
            yield error(f"entities.{name}.changes", "a literal is recalled, it never changes")


def _edge(file: WorldFile, where: str, edge: EdgeEntry) -> Iterator[Problem]:
    unknown = [
        *_known(f"{where}.parent", "entity", edge.parent, file.entities),
        *_known(f"{where}.child", "entity", edge.child, file.entities),
    ]
    yield from unknown
    yield from _known(f"{where}.pattern", "pattern", edge.pattern, {**REASONS, **file.patterns})
    if unknown:
        return
    parent, child = file.entities[edge.parent], file.entities[edge.child]
    for when, then in edge.rules.items():
        pool = f"value of the trigger {edge.parent!r}"
        yield from _known(f"{where}.rules.{when}", pool, when, parent.pool)
        yield from _known(f"{where}.rules.{when}", f"value of {edge.child!r}", then, child.pool)
    if "literal" in (parent.kind, child.kind):
        yield error(where, "a literal is recalled word for word, it cannot depend on anything")


def _constraint(file: WorldFile, where: str, given: ConstraintEntry) -> Iterator[Problem]:
    sides = {"entity": (given.entity, [given.value]), "other": (given.other, given.excluded)}
    for side, (name, values) in sides.items():
        unknown = list(_known(f"{where}.{side}", "entity", name, file.entities))
        yield from unknown
        for value in [] if unknown else values:
            place = f"{where}.{'value' if side == 'entity' else 'excluded'}"
            yield from _known(place, f"value of {name!r}", value, file.entities[name].pool)


def _edges_twice(file: WorldFile) -> Iterator[Problem]:
    seen: set[tuple[str, str]] = set()
    for index, edge in enumerate(file.edges):
        pair = (edge.parent, edge.child)
        if pair in seen:
            yield error(f"edges.{index}", f"{edge.parent!r} -> {edge.child!r} stands here twice")
        seen.add(pair)


def _known(where: str, what: str, name: str, known: Iterable[str]) -> Iterator[Problem]:
    if name not in (names := list(known)):
        near = did_you_mean(name, names) or f" (known: {', '.join(names)})"
        yield error(where, f"no {what} is called {name!r}{near}")
