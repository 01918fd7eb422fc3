"""Memories that an agent keeps with tools."""

from memory_backends.agents.md_flat import MdFlat

__all__ = ["MdFlat"]
