"""Texts to begin a data file with: small, commented, and free of problems."""

from __future__ import annotations

import re

from personas.pool import POOL
from personas.sheets import LIBRARY
from personas.texts import Name
from sim.errors import Misuse, UnknownName

_FOLDER = LIBRARY / "starters"
_NAME = re.compile(r"[a-z][a-z0-9_]*")


def persona_starter(name: Name) -> str:
    """A persona file to be edited; ``name`` is its id."""
    return _starter("persona").replace("NAME", name)


def domain_starter(domain: Name) -> str:
    """A domain pack to be edited; ``domain`` is one of the pool, or a name of one's own.

    It has one of everything, so a check warns that there is little of it, and nothing else.
    """
    title = POOL.get(domain, domain.replace("_", " "))
    return _starter("domain").replace("NAME", domain).replace("TITLE", title)


def starter(kind: str, name: Name) -> str:
    """Either, by kind: ``persona`` or ``domain``.

    Raises UnknownName for another kind, and Misuse for a name that cannot be one.
    """
    kinds = {"persona": persona_starter, "domain": domain_starter}
    if kind not in kinds:
        raise UnknownName("kind of data file", kind, kinds)
    if not _NAME.fullmatch(name):
        raise Misuse(
            f"a {kind} is named in lower case with underscores, such as my_{kind}, not {name!r}: "
            "name the file so"
        )
    return kinds[kind](name)


def _starter(kind: str) -> str:
    return (_FOLDER / f"{kind}.yaml.txt").read_text(encoding="utf-8")
