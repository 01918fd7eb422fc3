"""Values of worlds stand apart: from those of other worlds, and from what is said in domains.

A life has one world and any domains: what is said in a domain must not sound like a value of the
world, nor the other way round.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

import pytest

import worlds
from personas import domains
from personas.domains import clashes
from worlds.checks.values import texts_of

SHIPPED = worlds.names()
Placed = list[tuple[str, str]]


@lru_cache
def values(name: str) -> Placed:
    entities = worlds.load(name).entities.values()
    return [(f"{name}.{entity.id}", value) for entity in entities for value in entity.values]


@lru_cache
def domain_values() -> Placed:
    return [placed for name in domains.names() for placed in domains.load(name).values()]


@lru_cache
def domain_texts() -> Placed:
    return [placed for name in domains.names() for placed in domains.load(name).spoken()]


@lru_cache
def everything_of_domains() -> Placed:
    return [*domain_values(), *domain_texts()]


@pytest.mark.parametrize("name", SHIPPED)
def test_no_value_of_a_world_is_said_or_meant_in_a_domain(name: str) -> None:
    assert [str(c) for c in clashes.in_texts(values(name), everything_of_domains())] == []


@pytest.mark.parametrize("name", SHIPPED)
def test_no_value_of_a_domain_is_said_or_meant_in_a_world(name: str) -> None:
    said = [*texts_of(worlds.load(name)), *values(name)]
    assert [str(c) for c in clashes.in_texts(domain_values(), said)] == []


@pytest.mark.parametrize(("one", "other"), list(combinations(SHIPPED, 2)))
def test_no_two_worlds_share_a_value(one: str, other: str) -> None:
    assert [str(c) for c in clashes.in_texts(values(one), values(other))] == []
    assert [str(c) for c in clashes.in_texts(values(other), values(one))] == []
