"""The gates by name."""

from __future__ import annotations

from memory_backends.gates.base import Gate
from memory_backends.registry import Registry, Row

GATES: Registry[Gate] = Registry(
    "gate",
    group="lifeworld.gates",
    base=Gate,
    built_in={"universal": "memory_backends.gates.universal:Universal"},
)


def create(spec: str, *, user_id: str, **options: object) -> Gate:
    """A gate for one user, by registered name or ``module:Class``.

    Raises UnknownName for a name nobody registered, Misuse for a wrong option.

    >>> create("universal", user_id="ada").name
    'universal'
    """
    return GATES.create(spec, user_id, **options)


def resolve(spec: str) -> type[Gate]:
    """The class of a gate."""
    return GATES.resolve(spec)


def names() -> list[str]:
    """The registered gates, sorted."""
    return GATES.names()


def describe() -> list[Row]:
    """The registered gates with options and how to get them."""
    return GATES.describe()
