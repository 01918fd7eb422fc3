"""Memory backends, gates, embedders, budgets: port, built-ins and conformance suite."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memory_backends import budget, conformance, embedders, gates
    from memory_backends.base import BackendOptions, Capabilities, MemoryBackend
    from memory_backends.budget import Budget
    from memory_backends.catalogue import create, describe, names, resolve

_HOMES = {
    "BackendOptions": "base",
    "Budget": "budget",
    "Capabilities": "base",
    "MemoryBackend": "base",
    "create": "catalogue",
    "describe": "catalogue",
    "names": "catalogue",
    "resolve": "catalogue",
}
_SUBMODULES = ("budget", "conformance", "embedders", "gates")

__all__ = [
    "BackendOptions",
    "Budget",
    "Capabilities",
    "MemoryBackend",
    "budget",
    "conformance",
    "create",
    "describe",
    "embedders",
    "gates",
    "names",
    "resolve",
]


def __getattr__(name: str) -> object:
    if name in _SUBMODULES:
        return import_module(f"memory_backends.{name}")
    if name in _HOMES:
        return getattr(import_module(f"memory_backends.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'memory_backends' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
