"""All checks in order; what can only be looked at in a sound world waits until it is sound."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from worlds.assembly import assemble
from worlds.checks.constraints import constraints
from worlds.checks.kinds import kinds
from worlds.checks.names import names
from worlds.checks.readback import questions, recognition, statements
from worlds.checks.shape import cycles
from worlds.checks.values import characters, collisions, common_words, sizes
from worlds.checks.wordings import wordings
from worlds.problems import Problem
from worlds.reading import read_file
from worlds.schema import WorldFile
from worlds.world import World

Check = Callable[[World], Iterator[Problem]]

STRUCTURE: tuple[Check, ...] = (cycles, characters, collisions, wordings)
CONTENT: tuple[Check, ...] = (
    sizes,
    common_words,
    constraints,
    statements,
    questions,
    recognition,
    kinds,
)


def check(path: str | Path) -> list[Problem]:
    """Everything that is wrong with a world file, errors first; never raises.

    An empty list means the world can be used for every task of the dependency study.
    """
    file, problems = read_file(Path(path))
    if file is not None:
        problems = list(structure(file)) or list(content(assemble(file)))
    return sorted(problems, key=lambda problem: problem.severity != "error")


def structure(file: WorldFile) -> Iterator[Problem]:
    """What keeps a world from being loaded; quick."""
    found = list(names(file))
    yield from found
    if not found:
        world = assemble(file)
        for one in STRUCTURE:
            yield from one(world)


def content(world: World) -> Iterator[Problem]:
    """What keeps a sound world from being useful, sentence by sentence."""
    for one in CONTENT:
        yield from one(world)


def first_error(file: WorldFile) -> Problem | None:
    """The first reason why a world cannot be loaded, or None."""
    return next((p for p in structure(file) if p.severity == "error"), None)
