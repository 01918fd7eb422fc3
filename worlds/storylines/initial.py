"""The state a world is in before anything happens."""

from __future__ import annotations

from numpy.random import Generator

from sim.errors import BadData
from worlds.world import World

REDRAWS = 1000


def draw_state(world: World, rng: Generator) -> dict[str, str]:
    """One value an entity, uniformly from its pool; a draw that breaks a constraint is redrawn.

    Raises BadData when constraints reject everything that was drawn.
    """
    for _ in range(REDRAWS):
        state = {name: pick(entity.pool, rng) for name, entity in world.entities.items()}
        if all(constraint.holds(state) for constraint in world.constraints):
            return state
    raise BadData(f"world {world.name!r}, constraints", f"rejected all of {REDRAWS} states drawn")


def pick(options: tuple[str, ...], rng: Generator) -> str:
    """One of several, each as likely as the others."""
    return options[int(rng.integers(len(options)))]


def shuffled(options: tuple[str, ...], rng: Generator) -> list[str]:
    """All of them in random order."""
    return [options[int(index)] for index in rng.permutation(len(options))]
