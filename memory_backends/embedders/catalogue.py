"""The embedders by name."""

from __future__ import annotations

from memory_backends.embedders.base import Embedder
from memory_backends.registry import Registry, Row

EMBEDDERS: Registry[Embedder] = Registry(
    "embedder",
    group="lifeworld.embedders",
    base=Embedder,
    built_in={
        "hashing": "memory_backends.embedders.hashing:Hashing",
        "minilm": "memory_backends.embedders.minilm:MiniLm",
        "use": "memory_backends.embedders.use:Use",
    },
    extras={"minilm": "minilm"},
)


def create(spec: str, **options: object) -> Embedder:
    """An embedder by registered name or ``module:Class``; models are loaded at the first text.

    Raises UnknownName for a name nobody registered, Misuse for a wrong option.

    >>> create("hashing", dimensions=64).embed(["the tram to Brask"]).shape
    (1, 64)
    """
    return EMBEDDERS.create(spec, **options)


def resolve(spec: str) -> type[Embedder]:
    """The class of an embedder."""
    return EMBEDDERS.resolve(spec)


def names() -> list[str]:
    """The registered embedders, sorted."""
    return EMBEDDERS.names()


def describe() -> list[Row]:
    """The registered embedders with options and how to get them."""
    return EMBEDDERS.describe()
