"""Random worlds and storylines: every right answer equals the one worked out by brute force.

The worlds are larger and wilder than authored ones: several parents, long chains, rules that
disagree, rules for few values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import pytest

import worlds
from sim.clock import DAY, Calendar
from sim.errors import BadData
from sim.plans import Storyline
from worlds import UNKNOWN, StorylineOptions
from worlds.assembly import assemble

START = Calendar(datetime(2031, 1, 6))
WORLDS = range(60)
Drawn = Callable[[int], Iterator[tuple[worlds.World, Storyline]]]


@pytest.fixture(scope="module")
def drawn(a_random_world: Callable[[int], worlds.World]) -> Drawn:
    """The storylines of a random world, as far as it yields any."""

    def of(seed: int) -> Iterator[tuple[worlds.World, Storyline]]:
        return storylines(a_random_world(seed), seed)

    return of


def storylines(world: worlds.World, seed: int) -> Iterator[tuple[worlds.World, Storyline]]:
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


def test_most_random_worlds_yield_a_storyline(drawn: Drawn) -> None:
    assert sum(1 for seed in WORLDS if any(True for _ in drawn(seed))) > len(WORLDS) / 2


@pytest.mark.parametrize("seed", WORLDS)
def test_gold_equals_brute_force_over_what_was_told(
    drawn: Drawn, by_brute_force: Any, seed: int
) -> None:
    for world, storyline in drawn(seed):
        order = sorted(storyline.happenings, key=lambda h: h.due + h.lag)
        facts = [(h, reveal.fact) for h in order for reveal in h.plan.reveals]
        state = {f.attribute: f.values[0] for _, f in facts if f.kind == "value"}
        links = {(f.values[0], f.attribute) for _, f in facts if f.kind == "dependency"}
        for happening in order:
            if happening.kind != "change":
                continue
            before, [(root, new)] = dict(state), happening.changes
            state = by_brute_force(world, before, links, root, new)
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
def test_the_truth_of_everything_told_follows_from_what_was_told(
    drawn: Drawn, by_brute_force: Any, seed: int
) -> None:
    """Facts that a happening makes true are just those that brute force over the told yields."""
    for world, storyline in drawn(seed):
        reveals = [reveal.fact for h in storyline.happenings for reveal in h.plan.reveals]
        state = {f.attribute: f.values[0] for f in reveals if f.kind == "value"}
        links = {(f.values[0], f.attribute) for f in reveals if f.kind == "dependency"}
        for happening in storyline.happenings:
            if happening.kind == "change":
                [(root, new)] = happening.changes
                after = by_brute_force(world, state, links, root, new)
                moved = {e: v for e, v in after.items() if v != state[e] and v is not UNKNOWN}
                assert {f.attribute: f.values[0] for f in happening.facts} == moved
                state = after


@pytest.mark.parametrize("seed", WORLDS)
def test_cascades_are_told_with_every_rule_of_their_way(drawn: Drawn, seed: int) -> None:
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
def test_a_random_world_survives_its_file(
    a_random_world: Callable[[int], worlds.World], seed: int
) -> None:
    world = a_random_world(seed)
    file, problems = worlds.reading.read_text(worlds.to_yaml(world))  # type: ignore[attr-defined]
    assert problems == []
    assert assemble(file) == world
