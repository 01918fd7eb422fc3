"""A memory that acts when an upstream fact changes: truth maintenance over what was told."""

from memory_backends.propagating.backend import Propagating

__all__ = ["Propagating"]
