"""Memories that an agent keeps: files, articles, notes, pages."""

from memory_backends.agents.md_flat import MdFlat
from memory_backends.agents.notes import Notes
from memory_backends.agents.paged import Paged
from memory_backends.agents.tiered import Tiered
from memory_backends.agents.wiki import Wiki

__all__ = ["MdFlat", "Notes", "Paged", "Tiered", "Wiki"]
