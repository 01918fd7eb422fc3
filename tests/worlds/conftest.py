"""Worlds to test with: a shipped one, its storylines, random ones, and a starter to be spoilt."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

import worlds
from sim.clock import DAY, Calendar
from sim.plans import Storyline
from sim.seeds import stream
from worlds import UNKNOWN
from worlds.assembly import assemble
from worlds.schema import WorldFile

START = Calendar(datetime(2031, 1, 6))
HALF_A_YEAR = 182 * DAY


@pytest.fixture(scope="session")
def first_home() -> worlds.World:
    return worlds.load("first_home")


@pytest.fixture
def content() -> dict[str, Any]:
    """The starter as a mapping, to be spoilt."""
    loaded: dict[str, Any] = yaml.safe_load(worlds.starter("spoilt"))
    return loaded


@pytest.fixture
def write(tmp_path: Path):  # type: ignore[no-untyped-def]
    """Write a mapping as a world file and give its path."""

    def written(mapping: dict[str, Any]) -> Path:
        path = tmp_path / "spoilt.yaml"
        path.write_text(yaml.safe_dump(mapping, sort_keys=False), encoding="utf-8")
        return path

    return written


@pytest.fixture(scope="session")
def lived(first_home: worlds.World):  # type: ignore[no-untyped-def]
    """Storylines of the first home by seed, drawn once."""
    drawn: dict[int, Storyline] = {}

    def by_seed(seed: int) -> Storyline:
        if seed not in drawn:
            drawn[seed] = worlds.storyline(
                first_home, calendar=START, horizon=HALF_A_YEAR, seed_path=("test", seed)
            )
        return drawn[seed]

    return by_seed


APART = {
    "words": {"kind": "literal", "pool": ["Aaa, bbb.", "Ccc ddd!", "Eee; fff?"]},
    "song": {"marks": ["tracked"], "pool": ["songone", "songtwo", "songthree", "songfour"]},
    "friend": {"marks": ["deletable"], "pool": ["friendone", "friendtwo"]},
    "lamp": {"pool": ["lampone", "lamptwo"]},
    "desk": {"pool": ["deskone", "desktwo"]},
    "seat": {"pool": ["seatone", "seattwo"]},
}


def random_world(seed: int) -> worlds.World:
    """5 to 12 connected entities with three values each, beside those for the other tasks."""
    rng = stream("random world", seed)
    names = [f"n{index:02}" for index in range(int(rng.integers(5, 13)))]
    pools = {name: [f"{name}{letter}" for letter in "xyz"] for name in names}
    entities: dict[str, Any] = {
        n: {"phrase": f"my thing {n[1:]}", "pool": p} for n, p in pools.items()
    }
    entities |= {name: {"phrase": f"my {name}", **entry} for name, entry in APART.items()}
    edges = []
    for place, child in enumerate(names[1:], start=1):
        count = int(rng.integers(0 if place < 3 else 1, 4))
        for parent in sorted({names[int(rng.integers(place))] for _ in range(count)}):
            rules = {
                w: pools[child][int(rng.integers(3))] for w in pools[parent] if rng.random() < 0.55
            }
            edges.append({"parent": parent, "child": child, "rules": rules})
    triple = {"entities": ["lamp", "desk", "seat"], "questions": ["What is in my room?"]}
    content = {"name": "random", "entities": entities, "edges": edges, "triples": [triple]}
    return assemble(WorldFile.model_validate(content))


def brute_force(
    world: worlds.World, told: dict[str, str], links: set[tuple[str, str]], root: str, new: str
) -> dict[str, str]:
    """The state after a change, by definition and recursion, along the given links only."""

    @cache
    def settle(entity: str) -> tuple[str, bool]:
        if entity == root:
            return new, told[root] != new
        movers = {p for p, child in links if child == entity and settle(p)[1]}
        if not movers:
            return told[entity], False
        given = {
            rule.then
            for rule in world.rules
            if rule.child == entity
            and rule.parent in movers
            and settle(rule.parent)[0] == rule.when
        }
        value = given.pop() if len(given) == 1 else UNKNOWN
        return value, value != told[entity]

    return {entity: settle(entity)[0] for entity in told}


@pytest.fixture(scope="session")
def a_random_world():  # type: ignore[no-untyped-def]
    """A world by seed: several parents, long chains, rules that disagree, rules for few values."""
    return cache(random_world)


@pytest.fixture(scope="session")
def by_brute_force():  # type: ignore[no-untyped-def]
    """The state after a change, worked out by definition and recursion."""
    return brute_force
