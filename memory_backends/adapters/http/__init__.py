"""Memory systems that are services of their own, over the interfaces they document."""

from memory_backends.adapters.http.everos import EverOs
from memory_backends.adapters.http.letta import Letta
from memory_backends.adapters.http.memobase import Memobase
from memory_backends.adapters.http.zep import Zep

__all__ = ["EverOs", "Letta", "Memobase", "Zep"]
