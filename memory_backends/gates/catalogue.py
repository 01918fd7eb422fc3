"""The gates by name."""

from __future__ import annotations

from memory_backends.gates.base import Gate, Play
from memory_backends.registry import Registry, Row

GATES: Registry[Gate] = Registry(
    "gate",
    group="lifeworld.gates",
    base=Gate,
    built_in={
        "context_aware": "memory_backends.gates.context_aware:ContextAware",
        "greedy": "memory_backends.gates.greedy:Greedy",
        "hybrid": "memory_backends.gates.hybrid:Hybrid",
        "online": "memory_backends.gates.online:Online",
        "structure_aware": "memory_backends.gates.structure_aware:StructureAware",
        "universal": "memory_backends.gates.universal:Universal",
    },
)


def create(spec: str, *, user_id: str, play: Play | None = None, **options: object) -> Gate:
    """A gate for one user, by registered name or ``module:Class``.

    ``play`` is how it has roles of the cast played; without it their scripted twins are called.
    Raises UnknownName for a name nobody registered, Misuse for a wrong option.

    >>> create("universal", user_id="ada").name
    'universal'
    """
    gate = GATES.create(spec, user_id, **options)
    if play is not None:
        gate.play = play
    return gate


def resolve(spec: str) -> type[Gate]:
    """The class of a gate."""
    return GATES.resolve(spec)


def names() -> list[str]:
    """The registered gates, sorted."""
    return GATES.names()


def describe() -> list[Row]:
    """The registered gates with options and how to get them."""
    return GATES.describe()
