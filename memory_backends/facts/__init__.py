"""Stores of atomic facts that are extracted from sessions and kept up to date."""

from memory_backends.facts.fact_store import FactStore

__all__ = ["FactStore"]
