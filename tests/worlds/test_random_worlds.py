"""Random worlds and storylines: every right answer equals the one worked out by brute force.

The worlds are larger and wilder than authored ones: several parents, long chains, rules that
disagree, rules for few values.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from functools import cache
from typing import Any

import pytest

import worlds
from sim.clock import DAY, Calendar
from sim.errors import BadData
from sim.plans import Storyline
from sim.seeds import stream
from worlds import UNKNOWN, StorylineOptions
from worlds.assembly import assemble
from worlds.schema import WorldFile

START = Calendar(datetime(2031, 1, 6))
WORLDS = range(60)
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


def drawn(seed: int) -> Iterator[tuple[worlds.World, Storyline]]:
    world = random_world(seed)
    for changes, hops in ((1, 2), (2, 5), (3, 3)):
        options = StorylineOptions(changes=changes, hops=hops)
        try:
            yield (
                world,
                worlds.storyline(
                    world,
                    calendar=START,
                    horizon=365 * DAY,
                    seed_path=("random", seed),
                    options=options,
                ),
            )
        except BadData as refused:
            assert "storyline with a task of the kind" in str(refused)  # noqa: PT017


def test_most_random_worlds_yield_a_storyline() -> None:
    assert sum(1 for seed in WORLDS if any(True for _ in drawn(seed))) > len(WORLDS) / 2


@pytest.mark.parametrize("seed", WORLDS)
def test_gold_equals_brute_force_over_what_was_told(seed: int) -> None:
    for world, storyline in drawn(seed):
        order = sorted(storyline.happenings, key=lambda h: h.due + h.lag)
        facts = [(h, reveal.fact) for h in order for reveal in h.plan.reveals]
        state = {f.attribute: f.values[0] for _, f in facts if f.kind == "value"}
        links = {(f.values[0], f.attribute) for _, f in facts if f.kind == "dependency"}
        for happening in order:
            if happening.kind != "change":
                continue
            before, [(root, new)] = dict(state), happening.changes
            state = brute_force(world, before, links, root, new)
            told = [f for h, f in facts if h.due + h.lag <= happening.due + happening.lag]
            for task in storyline.tasks:
                if task.happening == happening.id and task.hop:
                    [entity] = task.entities
                    right = worlds.gold(world, task, told, "after")
                    now = state[entity]
                    assert right.accepted == (() if now is UNKNOWN else (now,))
                    assert before[entity] in right.stale
                    assert task.kind == ("absence" if now is UNKNOWN else "cascade")
                    assert worlds.effective_kind(world, task, told) == task.kind


@pytest.mark.parametrize("seed", WORLDS)
def test_the_truth_of_everything_told_follows_from_what_was_told(seed: int) -> None:
    """Facts that a happening makes true are just those that brute force over the told yields."""
    for world, storyline in drawn(seed):
        reveals = [reveal.fact for h in storyline.happenings for reveal in h.plan.reveals]
        state = {f.attribute: f.values[0] for f in reveals if f.kind == "value"}
        links = {(f.values[0], f.attribute) for f in reveals if f.kind == "dependency"}
        for happening in storyline.happenings:
            if happening.kind == "change":
                [(root, new)] = happening.changes
                after = brute_force(world, state, links, root, new)
                moved = {e: v for e, v in after.items() if v != state[e] and v is not UNKNOWN}
                assert {f.attribute: f.values[0] for f in happening.facts} == moved
                state = after


@pytest.mark.parametrize("seed", WORLDS)
def test_cascades_are_told_with_every_rule_of_their_way(seed: int) -> None:
    for world, storyline in drawn(seed):
        facts = [r.fact for h in storyline.happenings for r in h.plan.reveals]
        for task in storyline.tasks:
            if task.kind != "cascade":
                continue
            about = next(h for h in storyline.happenings if h.id == task.happening)
            told = [f for f in facts if f.kind not in ("change", "request")]
            earlier = [h for h in storyline.happenings if h.kind == "change" and h.due <= about.due]
            told += [h.plan.reveals[0].fact for h in earlier]
            roles = [role for role, _, _ in worlds.needed(world, task, told, "after")]
            assert roles.count("rule") >= task.hop
            assert set(roles) == {"rule", "change"}


@pytest.mark.parametrize("seed", range(0, 60, 4))
def test_a_random_world_survives_its_file(seed: int) -> None:
    world = random_world(seed)
    file, problems = worlds.reading.read_text(worlds.to_yaml(world))  # type: ignore[attr-defined]
    assert problems == []
    assert assemble(file) == world
