"""What a row says of the domains that a person would use: by facets, and by words of interests."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from personas.nemotron.fields import fields
from personas.nemotron.values import listed, lowered
from personas.pool import POOL
from sim.roles.leanings import Leaning
from sim.text import words

HOBBY, SKILL = 2, 1  # weights of an interest in a domain, and of a skill


def leanings(row: dict[str, Any]) -> tuple[Leaning, ...]:
    """Facets that are told of, then hobbies, then skills, in the order of the row."""
    return (*_facets(row), *_interests(row))


def domains_of(told: str) -> tuple[str, ...]:
    """The domains that the words of a text point to, in the order of the pool.

    >>> domains_of("Growing heirloom tomatoes in the garden"), domains_of("Sleeping")
    (('home',), ())
    """
    spoken = words(told)
    return tuple(
        domain for domain in POOL if any(word.startswith(_stems(domain)) for word in spoken)
    )


@lru_cache(maxsize=32)
def _stems(domain: str) -> tuple[str, ...]:
    return tuple(fields().words.get(domain, "").split())


def _facets(row: dict[str, Any]) -> Iterator[Leaning]:
    for name, facet in fields().facets.items():
        told = row.get(name)
        if isinstance(told, str) and told.strip():
            named = dict.fromkeys(domains_of(told), 1)
            pursued = named if _has_an_aim(told) else {}
            yield Leaning(facet.says, {**named, **facet.uses}, {**pursued, **facet.pursues})


def _has_an_aim(told: str) -> bool:
    return any(word.startswith(tuple(fields().aims.split())) for word in words(told))


def _interests(row: dict[str, Any]) -> Iterator[Leaning]:
    for what, says, weight in (("hobbies", "enjoys", HOBBY), ("skills", "is versed in", SKILL)):
        for item in listed(row, what):
            found = domains_of(item)
            if found:
                uses = dict.fromkeys(found, weight)
                pursues = dict.fromkeys(found, weight if what == "hobbies" else 0)
                yield Leaning(f"{says} {lowered(item)}", uses, pursues)
