"""Memories that keep facts instead of conversations."""

from memory_backends.facts.fact_graph import GraphMemory
from memory_backends.facts.fact_store import FactStore
from memory_backends.facts.light_mem import LightMem
from memory_backends.facts.memory_r1 import MemoryR1
from memory_backends.facts.rmm import Rmm
from memory_backends.facts.simple_mem import SimpleMem

__all__ = ["FactStore", "GraphMemory", "LightMem", "MemoryR1", "Rmm", "SimpleMem"]
