"""How explicitly dependencies are told: the same events, other tellings, other right answers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

import worlds
from sim.clock import DAY, Calendar
from sim.errors import BadData
from sim.facts import Fact
from sim.judging import is_stale, judge_by_rule
from sim.plans import Storyline, Task
from sim.probes import Probe
from sim.roles.reading import read_ideally
from sim.text import carries, words
from sim.views import Answer, Memory, Question
from worlds import UNKNOWN, StorylineOptions, needles, wording
from worlds.checks.wordings import OPEN

LEVELS = range(4)
SEEDS = range(24)
START = Calendar(datetime(2031, 1, 6))
RandomWorld = Callable[[int], worlds.World]


def draw(world: worlds.World, seed: int, level: int, **options: Any) -> Storyline:
    return worlds.storyline(
        world,
        calendar=START,
        horizon=365 * DAY,
        seed_path=("levels", seed),
        options=StorylineOptions(explicitness=level, **options),  # type: ignore[arg-type]
    )


@pytest.fixture(scope="session")
def random_story(a_random_world: RandomWorld) -> Callable[[int, int], Any]:
    """A random world with its storyline at a level, or None where it yields none."""

    def found(seed: int, level: int) -> tuple[worlds.World, Storyline] | None:
        world = a_random_world(seed)
        try:
            return world, draw(world, seed, level, changes=1, hops=4)
        except BadData:
            return None

    return found


def facts(story: Storyline, upto: str = "") -> list[Fact]:
    """The facts told, in order; ``upto`` a happening, inclusive."""
    order = sorted(story.happenings, key=lambda h: h.due + h.lag)
    last = next((h.due + h.lag for h in order if h.id == upto), order[-1].due + order[-1].lag)
    return [r.fact for h in order if h.due + h.lag <= last for r in h.plan.reveals]


def dependents(story: Storyline) -> list[Task]:
    return [task for task in story.tasks if task.hop]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_level_decides_which_kinds_of_fact_are_told(
    first_home: worlds.World, seed: int
) -> None:
    told = [{fact.kind for fact in facts(draw(first_home, seed, level))} for level in LEVELS]
    always = {"value", "change", "request"}
    assert told == [
        always | {"dependency", "rule"},
        always | {"dependency"},
        always | {"dependency"},
        always,
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_that_happens_is_another_at_another_level(
    first_home: worlds.World, seed: int
) -> None:
    stories = [draw(first_home, seed, level) for level in LEVELS]
    for story in stories[1:]:
        assert story.tasks == stories[0].tasks
        for kind in ("change", "update", "deletion"):
            here, there = (
                [(h.id, h.due, h.lag, h.changes) for h in one.happenings if h.kind == kind]
                for one in (story, stories[0])
            )
            assert here == there
    first_values = [
        {f.attribute: f.values for f in facts(story) if f.kind == "value"} for story in stories
    ]
    assert first_values[0] == first_values[1] == first_values[2] == first_values[3]


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_implied_is_neither_stated_nor_conditional(
    first_home: worlds.World, seed: int
) -> None:
    for happening in draw(first_home, seed, 2).happenings:
        for reveal in happening.plan.reveals:
            if reveal.fact.kind == "dependency":
                said = reveal.utterance.split(". ")[-1]
                assert not OPEN & set(words(said))
                assert reveal.fact.is_carried_by(said)
                [statement] = first_home.lexicon().read(said)
                assert (statement.act, statement.parent) == ("depend", reveal.fact.values[0])


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("level", [1, 2])
def test_without_rules_all_below_a_change_is_unknown(
    random_story: Any, by_brute_force: Any, seed: int, level: int
) -> None:
    """Brute force over the told links, in a copy of the world that has no rule at all."""
    if (drawn := random_story(seed, level)) is None:
        return
    world, story = drawn
    bare = worlds.World(
        world.name, "", world.entities,
        tuple(worlds.Edge(e.parent, e.child, "", (), (), (), ()) for e in world.edges), (), (),
    )  # fmt: skip
    told = facts(story)
    state = {f.attribute: f.values[0] for f in told if f.kind == "value"}
    links = {(f.values[0], f.attribute) for f in told if f.kind == "dependency"}
    [change] = [h for h in story.happenings if h.kind == "change"]
    [(root, new)] = change.changes
    after = by_brute_force(bare, state, links, root, new)
    for task in dependents(story):
        so_far = facts(story, change.id)
        assert after[task.entities[0]] is UNKNOWN
        assert worlds.effective_kind(world, task, so_far) == "absence"
        right = worlds.gold(world, task, so_far, "after")
        assert right.accepted == ()
        assert right.stale == (state[task.entities[0]],)
        roles = {role for role, _, _ in worlds.needed(world, task, so_far, "after")}
        assert roles == {"dependency", "change"}
        assert worlds.propagated(world, task, so_far, "after") == ()


@pytest.mark.parametrize("seed", SEEDS)
def test_where_nothing_is_linked_nothing_follows_and_the_old_value_is_stale(
    random_story: Any, seed: int
) -> None:
    if (drawn := random_story(seed, 3)) is None:
        return
    world, story = drawn
    for task in dependents(story):
        told = facts(story, task.happening)
        first = next(f for f in told if f.attribute == task.entities[0] and f.kind == "value")
        assert worlds.effective_kind(world, task, told) is None
        right = worlds.gold(world, task, told, "after")
        assert (right.accepted, right.stale) == ((), first.values)
        assert worlds.gold(world, task, told, "before").accepted == first.values


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("level", LEVELS)
def test_the_ideal_reader_is_right_wherever_something_follows_and_stale_where_nothing_does(
    random_story: Any, seed: int, level: int
) -> None:
    if (drawn := random_story(seed, level)) is None:
        return
    world, story = drawn
    order = sorted(story.happenings, key=lambda h: h.due + h.lag)
    reveals = [(h.due + h.lag, r) for h in order for r in h.plan.reveals]
    for task in dependents(story):
        told = facts(story, task.happening)
        memories = tuple(
            Memory(f"m{n:03}", r.utterance, START.date(at), (f"s{at}",), (f"s{at}.{n}",))
            for n, (at, r) in enumerate(reveals)
            if r.fact in told
        )
        asked = Question("q", "u", worlds.asking(world, task, "after"), START.date(365 * DAY))
        text = read_ideally(asked, memories, world.lexicon())
        right = worlds.gold(world, task, told, "after")
        kind = worlds.effective_kind(world, task, told)
        if level == 3:
            assert is_stale(right, text)
        else:
            probe = Probe("p", "dependency", kind or "", "after", 0, asked, right)
            assert judge_by_rule(probe, Answer(text)).correct
            assert not is_stale(right, text)


def test_every_shipped_way_to_imply_shows_a_link_and_no_more() -> None:
    for template in wording.IMPLICATIONS:
        said = wording.fill(template, child="my gym", parent="my home", reason="")
        assert any(link in said for link in needles.IMPLY)
        assert not OPEN & set(words(said))
        assert carries(said, needles.of_dependency(said, "my gym", "my home"))


def test_every_shipped_way_to_state_a_dependency_says_that_a_change_has_consequences() -> None:
    for template in wording.DEPENDENCIES:
        said = wording.fill(template, child="my gym", parent="my home", reason="")
        assert "my gym depends on my home" in said.casefold()
        assert {"change", "changes", "outlast"} & set(words(said))
        assert needles.of_dependency(said, "my gym", "my home")[2] == "depends on"
