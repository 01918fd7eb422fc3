"""The parts of a storyline on their own: states, upstream changes, bystanders, order, dates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

import worlds
from sim.clock import DAY, HOUR, Calendar
from sim.errors import BadData, Misuse
from sim.seeds import stream
from sim.wording import unframed
from worlds import ids
from worlds.assembly import assemble
from worlds.schema import WorldFile
from worlds.storylines.bystanders import Bystanders, choose_bystanders
from worlds.storylines.dates import draw_dates
from worlds.storylines.episode import draw_episode
from worlds.storylines.initial import draw_state, pick, shuffled
from worlds.storylines.introductions import Item, introductions
from worlds.storylines.options import StorylineOptions
from worlds.storylines.upstream import Situation, plan_change
from worlds.storylines.voice import Voice

OPTIONS = StorylineOptions()


def chain(*, rules: dict[str, dict[str, str]]) -> worlds.World:
    """a -> b -> c -> d and b -> e, each with three values such as 'b two'."""
    letters = "abcde"
    counts = ("one", "two", "three")
    entities = {
        x: {"phrase": f"my {x} thing", "pool": [f"{x} {count}" for count in counts]}
        for x in letters
    }
    pairs = ("ab", "bc", "cd", "be")
    edges = [{"parent": p[0], "child": p[1], "rules": rules.get(p, {})} for p in pairs]
    return assemble(
        WorldFile.model_validate({"name": "chain", "entities": entities, "edges": edges})
    )


FULL = {
    "ab": {"a two": "b two", "a three": "b three"},
    "bc": {"b two": "c two", "b three": "c three"},
    "cd": {"c two": "d two", "c three": "d three"},
}
START = {x: f"{x} one" for x in "abcde"}


def now(world: worlds.World, **given: object) -> Situation:
    usual = {"taken": (), "held": ("a one",), "hops": 3}
    return Situation(world, START, START, **{**usual, **given})  # type: ignore[arg-type]


def test_a_change_yields_one_target_of_each_kind_at_every_distance() -> None:
    world = chain(rules=FULL)
    change = plan_change(now(world), "a", stream("x"))
    assert change is not None
    assert [(t.kind, t.entity, t.hop) for t in change.targets] == [
        ("cascade", "b", 1),
        ("cascade", "c", 2),
        ("absence", "e", 2),
        ("cascade", "d", 3),
    ]
    assert change.chain == ("a", "b", "c", "d", "e")
    assert change.kinds == {"cascade", "absence"}


def test_no_target_lies_further_away_than_asked_for() -> None:
    change = plan_change(now(chain(rules=FULL), hops=1), "a", stream("x"))
    assert change is not None
    assert [t.entity for t in change.targets] == ["b"]
    assert change.chain == ("a", "b")


def test_a_taken_entity_gets_no_second_task_but_may_lie_on_the_way() -> None:
    change = plan_change(now(chain(rules=FULL), taken=("b", "c")), "a", stream("x"))
    assert change is not None
    assert [t.entity for t in change.targets] == ["e", "d"]
    assert change.chain == ("a", "b", "c", "d", "e")


def test_the_new_value_is_one_the_root_never_had() -> None:
    for seed in range(20):
        change = plan_change(now(chain(rules=FULL), held=("a one", "a two")), "a", stream(seed))
        assert change is not None
        assert change.value == "a three"


def test_a_value_that_yields_both_kinds_is_preferred() -> None:
    world = chain(rules={"ab": {"a two": "b two"}})
    for seed in range(20):
        change = plan_change(now(world), "a", stream(seed))
        assert change is not None
        assert change.value == "a two"


def test_nothing_to_ask_is_no_change() -> None:
    assert plan_change(now(chain(rules=FULL), taken="bcde"), "a", stream("x")) is None
    assert plan_change(now(chain(rules=FULL), held=[f"a {n}" for n in ("one", "two", "three")]),
                       "a", stream("x")) is None  # fmt: skip


def test_what_an_earlier_change_has_moved_is_not_asked_about_later() -> None:
    world = chain(rules=FULL)
    moved = Situation(world, START, {**START, "c": "c three"}, (), ("a one",), 3)
    change = plan_change(moved, "a", stream("x"))
    assert change is not None
    assert {t.entity for t in change.targets} <= {"b", "e"}


def test_states_are_drawn_evenly_and_respect_constraints() -> None:
    world = chain(rules={})
    drawn = [draw_state(world, stream("even", n))["a"] for n in range(600)]
    assert set(drawn) == set(world.entities["a"].pool)
    assert all(150 < count < 250 for count in Counter(drawn).values())


def test_constraints_that_reject_everything_are_an_error_of_the_world() -> None:
    excluded = [f"b {n}" for n in ("one", "two", "three")]
    file = WorldFile.model_validate(
        {
            "name": "never",
            "entities": {
                x: {"phrase": x, "pool": [f"{x} one", f"{x} two", f"{x} three"]} for x in "ab"
            },
            "constraints": [
                {"entity": "a", "value": f"a {n}", "other": "b", "excluded": excluded}
                for n in ("one", "two", "three")
            ],
        }
    )
    with pytest.raises(BadData, match="world 'never', constraints: rejected all of 1000 states"):
        draw_state(assemble(file), stream("x"))


def test_picking_and_shuffling_are_even_and_lose_nothing() -> None:
    assert sorted(shuffled(("a", "b", "c"), stream("s"))) == ["a", "b", "c"]
    assert {pick(("a", "b"), stream("p", n)) for n in range(20)} == {"a", "b"}


def test_bystanders_are_apart_from_the_chain_and_from_one_another(
    first_home: worlds.World,
) -> None:
    for seed in range(50):
        rng = stream("bystanders", seed)
        state = draw_state(first_home, rng)
        found = choose_bystanders(first_home, state, (), 2, rng)
        assert isinstance(found, Bystanders)
        assert len(set(found.entities)) == 6
        assert found.tracked in ("podcast", "novel")
        assert found.deleted in ("therapist", "first_love")
        assert len({state[found.tracked], *found.updates}) == 3


def test_a_missing_kind_is_named(first_home: worlds.World) -> None:
    state = draw_state(first_home, stream("x"))
    assert choose_bystanders(first_home, state, (), 6, stream("x")) == "tracking"
    bare = chain(rules=FULL)
    assert choose_bystanders(bare, START, (), 2, stream("x")) == "aggregation"
    with pytest.raises(BadData, match="no storyline with a task of the kind 'aggregation' for 1"):
        draw_episode(bare, ("x",), StorylineOptions(changes=1, first_root=0))


def told(first_home: worlds.World, seed: int, **given: int) -> Iterator[list[Item]]:
    options = StorylineOptions(**given)  # type: ignore[arg-type]
    episode = draw_episode(first_home, ("plan", seed), options)
    return iter(introductions(first_home, episode, options, stream("introductions", seed)))


def test_everything_is_introduced_once_in_sessions_of_almost_equal_size(
    first_home: worlds.World,
) -> None:
    for seed in range(20):
        sessions = list(told(first_home, seed))
        items = [item for session in sessions for item in session]
        assert len(items) == len(set(items))
        sizes = {len(session) for session in sessions}
        assert max(sizes) - min(sizes) <= 1
        assert max(sizes) <= 4


def test_nothing_is_told_before_what_it_rests_on(first_home: worlds.World) -> None:
    for seed in range(20):
        known: set[Item] = set()
        for item in (item for session in told(first_home, seed) for item in session):
            assert known.issuperset(item.rests_on)
            known.add(item)


def test_a_rule_rests_on_its_dependency_and_that_on_both_values(first_home: worlds.World) -> None:
    edge = first_home.edge("home", "commute")
    rule = Item("rule", "commute", edge, edge.rules[0])
    [dependency] = rule.rests_on
    assert dependency == Item("dependency", "commute", edge)
    assert dependency.rests_on == (Item("value", "commute"), Item("value", "home"))
    assert Item("value", "home").rests_on == ()


def test_dates_keep_to_their_stretches_of_the_life() -> None:
    for seed in range(60):
        horizon = (90 + 10 * seed) * DAY
        options = StorylineOptions(changes=1 + seed % 3, updates=1 + seed % 4)
        dates = draw_dates(horizon, 8, options, stream("dates", seed))
        assert list(dates.introductions) == sorted(dates.introductions)
        assert dates.introductions[-1] < horizon / 3 + DAY
        assert all(0.4 * horizon < due < 0.9 * horizon for due, _ in dates.changes)
        assert all(0.37 * horizon < due < 0.91 * horizon for due in dates.updates)
        assert 0.49 * horizon < dates.deletion < 0.9 * horizon
        assert len(dates.changes) == options.changes
        assert len(dates.updates) == options.updates
        told_at = [due + lag for due, lag in dates.changes]
        assert all(t < due for t, (due, _) in zip(told_at, dates.changes[1:], strict=False))
        for due in (*dates.introductions, *dates.updates, dates.deletion):
            assert 8 * HOUR <= due % DAY < 21 * HOUR


def test_many_happenings_need_a_long_life() -> None:
    with pytest.raises(Misuse, match="needs a life of at least"):
        draw_dates(100 * DAY, 40, OPTIONS, stream("x"))
    with pytest.raises(Misuse, match="30 upstream changes"):
        draw_dates(100 * DAY, 4, StorylineOptions(changes=30), stream("x"))


def test_a_voice_uses_every_wording_before_one_comes_again(first_home: worlds.World) -> None:
    voice = Voice(first_home, stream("voice"))
    said = [voice.value("home", "Vandry Quay").utterance for _ in range(6)]
    assert len(set(said[:3])) == len(set(said[3:])) == 3
    openings = {voice.plan("change", ("w", n), ()).opening for n in range(8)}
    assert len(openings) == 8


def test_a_voice_asks_the_authors_follow_ups_first(first_home: worlds.World) -> None:
    voice = Voice(first_home, stream("voice"), follow_ups=(1, 1))
    own = first_home.entities["pet"].follow_ups
    assert unframed(voice.value("pet", "Olive the gecko").follow_ups[0], own)


def test_facts_are_worded_and_marked(first_home: worlds.World) -> None:
    voice = Voice(first_home, stream("voice"))
    edge = first_home.edge("home", "commute")
    rule = voice.rule(edge, edge.rules[0])
    assert rule.fact.values == ("home", "Vandry Quay", "the Brisk ferry")
    assert rule.fact.needles == ("Vandry Quay", "the Brisk ferry")
    assert rule.fact.depends_on == (voice.dependency(edge).fact.id,)
    link = voice.dependency(edge).fact
    assert (link.attribute, link.values) == ("commute", ("home",))
    assert link.needles == ("my way to work", "my neighbourhood", "depends on")
    moved = voice.change(("w", "change", 1, "home"), "home", "Sablewend", 7, 9).fact
    assert (moved.id, moved.holds_from, moved.holds_until) == ("gold:fact/w/change/1/home", 7, 9)
    request = voice.request(("w", "request", "therapist"), "therapist", 5)
    assert (request.fact.values, request.verbatim) == ((), True)
    assert "my therapist" not in "".join(request.follow_ups)


def test_the_main_fact_of_a_happening_has_its_path() -> None:
    path = ("world", "change", 1, "a/b")
    assert ids.main_fact(ids.happening_id(*path)) == ids.fact_id(*path)
    assert ids.plan_id(*path) == "gold:plan/world/change/1/a%2Fb"


# --- how many changes a world bears ---------------------------------------------------------------


def only_root(content: dict[str, Any], root: str) -> worlds.World:
    """The starter without the edges of its other roots."""
    mine = {root}
    for edge in content["edges"]:  # parents stand before their children
        if edge["parent"] in mine:
            mine.add(edge["child"])
    kept = [edge for edge in content["edges"] if edge["parent"] in mine]
    return assemble(WorldFile.model_validate({**content, "edges": kept}))


def test_a_world_of_one_root_has_one_change_unless_more_are_asked_for(
    content: dict[str, Any],
) -> None:
    world = only_root(content, "village")
    for seed in range(10):
        assert len(draw_episode(world, ("one", seed), StorylineOptions()).upstream) == 1
    with pytest.raises(BadData, match=r"2 upstream changes.*--changes.*lives\.storyline\.changes"):
        draw_episode(world, ("one", 1), StorylineOptions(changes=2))


def test_its_storyline_can_be_lived_and_its_check_warns(
    content: dict[str, Any], write: Callable[[dict[str, Any]], Path]
) -> None:
    world = only_root(content, "village")
    story = worlds.storyline(
        world,
        calendar=Calendar(datetime(2031, 1, 6)),
        horizon=182 * DAY,
        seed_path=("one",),
        options=None,
    )
    assert [h.kind for h in story.happenings].count("change") == 1
    kept = [e for e in content["edges"] if e["parent"] != "workshop"]
    [found] = worlds.check(write({**content, "edges": kept}))
    assert (found.severity, "bears 1 upstream change" in found.message) == ("warning", True)


def test_a_world_that_bears_two_changes_has_two(first_home: worlds.World) -> None:
    for seed in range(5):
        asked = draw_episode(first_home, ("two", seed), StorylineOptions(changes=2))
        assert draw_episode(first_home, ("two", seed), StorylineOptions()) == asked
