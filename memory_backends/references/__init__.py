"""Reference backends: everything one ever said, and the last few things one said."""

from memory_backends.references.full_context import FullContext
from memory_backends.references.recency import Recency

__all__ = ["FullContext", "Recency"]
