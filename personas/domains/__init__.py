"""Domain packs: what people bring to an assistant in one domain of their lives."""

from personas.domains.catalogue import check, load, names
from personas.domains.pack import DomainPack

__all__ = ["DomainPack", "check", "load", "names"]
