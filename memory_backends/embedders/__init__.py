"""Embedders by name: texts in, unit vectors out, each text embedded once a process."""

from memory_backends.embedders.base import Embedder
from memory_backends.embedders.catalogue import create, describe, names, resolve

__all__ = ["Embedder", "create", "describe", "names", "resolve"]
