"""The worlds that come along: their size and shape, what they can bear, and how they read."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from itertools import pairwise

import networkx as nx
import pytest

import worlds
from experiments.datasets.variety import variety
from experiments.studies.ceiling import ceiling
from sim.cast import Cast
from sim.clock import DAY, Calendar
from sim.errors import BadData
from sim.life import Life, PersonaCard
from sim.moments import SessionHeld
from sim.plans import Storyline
from sim.timeline import live
from worlds import UNKNOWN, StorylineOptions

SHIPPED = worlds.names()
YEAR = 364 * DAY
START = Calendar(datetime(2031, 1, 6))
# MEME, table 7 a and appendix B.1, as PROTOCOLS gives them: entities, categories, edges, then
# roots, middle entities, leaves, orphans
MEME = {
    "personal_life": (39, 9, 34, 5, 5, 19, 10),
    "software_project": (51, 6, 27, 5, 6, 21, 19),
}
PERSONAL = {
    "proximity", "company_policy", "life_event", "medical_causation", "priority_shift",
    "infrastructure", "distance", "activity_facility", "schedule_conflict", "preference",
    "curriculum",
}  # fmt: skip
SOFTWARE = {
    "tech_compatibility", "derived_config", "data_layer", "infra_coupling", "team_assignment",
    "auth_coupling",
}  # fmt: skip
BEARS = {  # upstream changes in one life
    "first_home": 3, "personal_life": 6, "software_project": 6, "care_team": 4,
    "small_business": 4,
}  # fmt: skip


@pytest.fixture(params=SHIPPED)
def world(request: pytest.FixtureRequest) -> worlds.World:
    return worlds.load(request.param)


def draw(world: worlds.World, seed: int, **options: object) -> Storyline:
    return worlds.storyline(
        world, calendar=START, horizon=YEAR, seed_path=("shipped", seed),
        options=StorylineOptions.model_validate(options),
    )  # fmt: skip


def shape(world: worlds.World) -> tuple[int, ...]:
    graph = world.graph
    middle = [e for e in world.entities if graph.pred[e] and graph.succ[e]]
    leaves = [e for e in world.entities if graph.pred[e] and not graph.succ[e]]
    categories = {entity.category for entity in world.entities.values()}
    return (
        len(world.entities), len(categories), len(world.edges),
        len(world.roots), len(middle), len(leaves), len(world.orphans),
    )  # fmt: skip


@pytest.mark.parametrize("name", MEME)
def test_the_two_reference_worlds_have_the_size_and_shape_of_the_papers(name: str) -> None:
    assert shape(worlds.load(name)) == MEME[name]
    assert worlds.load(name).depth == 2


@pytest.mark.parametrize(
    ("name", "patterns"), [("personal_life", PERSONAL), ("software_project", SOFTWARE)]
)
def test_the_reference_worlds_use_the_patterns_of_the_papers_and_no_other(
    name: str, patterns: set[str]
) -> None:
    assert {edge.pattern for edge in worlds.load(name).edges} == patterns


@pytest.mark.parametrize("name", ["care_team", "small_business"])
def test_the_two_others_hold_a_chain_of_five_with_rules_all_the_way(name: str) -> None:
    world = worlds.load(name)
    chain = nx.dag_longest_path(world.graph)
    assert len(chain) == 6
    for parent, child in pairwise(chain):
        rules = {rule.when: rule.then for rule in world.edge(parent, child).rules}
        assert set(rules) == set(world.entities[parent].values)
        assert set(rules.values()) == set(world.entities[child].values)


def test_pools_are_small_and_wordings_several(world: worlds.World) -> None:
    for entity in world.entities.values():
        assert 5 <= len(entity.pool) <= 15
        assert len(set(entity.states)) >= 2
        assert len(set(entity.questions)) >= 2
        assert len(entity.follow_ups) >= 2
        assert entity.kind == "literal" or len(entity.changes) >= 2
        assert len(entity.deletes) >= 3
        if entity.id in world.roots or entity.tracked:
            assert len(entity.changes) >= 3
    for edge in world.edges:
        assert min(len(edge.wordings), len(edge.implied_wordings), len(edge.rule_wordings)) >= 3


def test_every_category_has_small_talk_of_its_own_and_nothing_is_said_twice(
    world: worlds.World,
) -> None:
    categories = {entity.category for entity in world.entities.values()}
    assert categories == set(world.small_talk)
    assert all(len(texts) >= 8 for texts in world.small_talk.values())
    said = [text for texts in world.small_talk.values() for text in texts]
    said += [text for entity in world.entities.values() for text in entity.follow_ups]
    assert Counter(said).most_common(1)[0][1] == 1


def test_every_root_yields_cascade_and_absence(world: worlds.World) -> None:
    for first in range(len(world.roots)):
        kinds = {t.kind for t in draw(world, 1, changes=1, first_root=first).tasks}
        assert {"cascade", "absence"} <= kinds


@pytest.mark.parametrize("level", range(4))
def test_complete_evidence_is_enough_and_the_old_value_is_not(
    world: worlds.World, level: int
) -> None:
    """A sample; the page on worlds has the figures for 1,000 episodes."""
    tallies = ceiling(world, episodes=4, options=StorylineOptions(explicitness=level))
    for tally in tallies:
        assert tally.is_sound, tally.faults
    kinds = {tally.kind for tally in tallies if tally.old}
    assert kinds == {0: {"cascade", "absence", "deletion"}, 3: {"deletion"}}.get(
        level, {"absence", "deletion"}
    )


@pytest.mark.parametrize("depth", range(1, 6))
def test_a_chain_is_as_long_as_asked_for_or_refused(world: worlds.World, depth: int) -> None:
    if depth > world.depth:
        with pytest.raises(BadData, match=f"the longest chain of this world has {world.depth}"):
            draw(world, 1, depth=depth)
        return
    for seed in range(3):
        tasks = draw(world, seed, depth=depth, first_root=seed).tasks
        assert ("cascade", depth) in {(task.kind, task.hop) for task in tasks}
        assert max(task.hop for task in tasks) == depth
    assert all(
        t.is_sound for t in ceiling(world, episodes=2, options=StorylineOptions(depth=depth))
    )


def test_a_year_holds_several_changes(world: worlds.World) -> None:
    count = BEARS[world.name]
    for seed in range(len(world.roots)):
        drawn = draw(world, seed, changes=count, first_root=seed)
        changes = [h for h in drawn.happenings if h.kind == "change"]
        assert len(changes) == count
        assert {h.changes[0][0] for h in changes} == set(world.roots[:count] if count < len(
            world.roots) else world.roots)  # fmt: skip


def user_turns(world: worlds.World, seed: int) -> list[str]:
    life = Life(
        id="ada", user_id="u", seed_path=("shipped", seed), calendar=START,
        persona=PersonaCard("Ada"), checkpoints=(YEAR,), lexicon=world.lexicon(),
        storyline=draw(world, seed, changes=3, first_root=seed),
    )  # fmt: skip
    held = [m.session for m in live(life, Cast()) if isinstance(m, SessionHeld)]
    return [turn.text for session in held for turn in session.turns if turn.speaker == "user"]


def test_no_life_says_the_same_sentence_twice(world: worlds.World) -> None:
    found = variety([user_turns(world, seed) for seed in range(4)])
    assert found.repeated_within == 0
    assert found.sentences > 400
    shares = [found.distinct[n] or 0 for n in (1, 2, 3)]
    assert shares == sorted(shares)
    assert shares[2] > 0.3


def test_the_truth_of_every_change_follows_by_propagation(world: worlds.World) -> None:
    state: dict[str, worlds.Value] = {e.id: e.values[0] for e in world.entities.values()}
    for root in world.roots:
        for value in world.entities[root].values[1:]:
            after = {**state, **world.propagate(state, {root: value})}
            below = nx.descendants(world.graph, root)
            assert all(after[e] == state[e] for e in world.entities if e not in {root, *below})
            for edge in world.edges:
                if edge.child in below and after[edge.parent] is UNKNOWN:
                    moved = [e for e in world.graph.pred[edge.child] if after[e] != state[e]]
                    fired = [r for r in world.rules if r.child == edge.child
                             and r.parent in moved and r.when == after[r.parent]]  # fmt: skip
                    assert (after[edge.child] is UNKNOWN) == (len({r.then for r in fired}) != 1)
