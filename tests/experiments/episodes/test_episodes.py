"""Episodes are lives: five sessions that matter, filler around them, questions before and after."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

import worlds
from experiments.episodes import keywords
from experiments.episodes.slots import places, starts
from experiments.lives import seats
from experiments.recipe import load_recipe
from sim.cast import Cast
from sim.clock import DAY, HOUR
from sim.errors import BadData, UnknownName
from sim.moments import CheckpointReached, DeletionAsked, SessionHeld, UpstreamChange
from sim.text import contains
from sim.timeline import live


def test_worlds_take_turns_and_episodes_are_numbered_in_each(recipe) -> None:
    assert [seat.life for seat in seats(recipe(count=3))] == [
        "personal_life-0001",
        "first_home-0001",
        "personal_life-0002",
    ]


def test_four_sessions_introduce_and_one_brings_all_the_news(lives) -> None:
    for life in lives():
        kinds = [happening.kind for happening in life.storyline.happenings]
        assert kinds == ["introduction"] * 4 + ["change"]
        told = Counter(r.fact.kind for r in life.storyline.happenings[-1].plan.reveals)
        assert told == {"change": 3, "request": 1}  # one root, two updates; one thing to forget


def test_all_kinds_are_asked_about_in_about_seven_questions(lives) -> None:
    for life in lives():
        tasks = Counter(task.kind for task in life.storyline.tasks)
        assert set(tasks) == {
            "exact_recall", "aggregation", "tracking", "deletion", "cascade", "absence",
        }  # fmt: skip
        assert 6 <= sum(tasks.values()) <= 8


def test_roots_are_cycled(lives) -> None:
    world = worlds.load("first_home")
    own = [life for life in lives(count=8) if life.storyline.world == "first_home"]
    changed = [life.storyline.happenings[-1].changes[0][0] for life in own]
    assert set(changed) <= set(world.roots)
    assert len(set(changed)) == min(len(own), len(world.roots))


def test_an_episode_is_lived_in_order_and_ends_with_its_checkpoint(lives) -> None:
    for life in lives(count=2):
        moments = list(live(life, Cast()))
        held = [moment for moment in moments if isinstance(moment, SessionHeld)]
        assert len(held) == 5
        assert all(not one.untold and one.end_reason == "all_revealed" for one in held)
        change = next(n for n, moment in enumerate(moments) if isinstance(moment, UpstreamChange))
        assert isinstance(moments[change + 1], SessionHeld)
        assert moments[change].at < life.calendar.minute(held[-1].session.started_at)
        assert any(isinstance(moment, DeletionAsked) for moment in moments)
        assert isinstance(moments[-1], CheckpointReached)


def test_updates_come_in_the_order_of_their_values(lives) -> None:
    for life in lives():
        world = worlds.load(life.storyline.world)
        task = next(task for task in life.storyline.tasks if task.kind == "tracking")
        told = [r.fact for h in life.storyline.happenings for r in h.plan.reveals]
        own = [fact.values[0] for fact in told if fact.attribute == task.entities[0]]
        assert worlds.gold(world, task, told, "after").accepted == tuple(own)
        assert len(own) == 3


def test_explicitness_and_depth_reach_the_storyline(lives) -> None:
    silent = lives(count=1, storyline={"explicitness": 3})[0]
    kinds = {r.fact.kind for h in silent.storyline.happenings for r in h.plan.reveals}
    assert kinds == {"value", "change", "request"}
    deep = lives(count=1, worlds=["care_team"], storyline={"depth": 4})[0]
    assert max(task.hop for task in deep.storyline.tasks) == 4


def test_filler_lies_around_what_matters_and_is_long_enough(lives) -> None:
    for life in lives(count=2, filler_tokens=4000):
        held = [m.session for m in live(life, Cast()) if isinstance(m, SessionHeld)]
        plans = [m.plan for m in live(life, Cast()) if isinstance(m, SessionHeld)]
        filler = [s for s, plan in zip(held, plans, strict=True) if plan.domain == "filler"]
        tokens = sum(len(session.text) for session in filler) // 4
        assert 4000 <= tokens <= 5000  # the last one may go over
        assert len(held) - len(filler) == 5
        assert not any(plan.long_horizon for plan in plans if plan.domain)


def test_no_filler_holds_a_key_word_of_its_episode(lives) -> None:
    for life in lives(count=2, filler_tokens=4000):
        world = worlds.load(life.storyline.world)
        said = "\n".join(
            text for script in life.domains for p in script.projects for e in p.events
            for _, text in e.recorded
        )  # fmt: skip
        assert not [word for word in keywords(world, life.storyline) if contains(said, word)]


def test_filler_changes_nothing_that_happens(lives) -> None:
    bare, full = lives(count=2), lives(count=2, filler_tokens=3000)
    for one, other in zip(bare, full, strict=True):
        assert one.storyline.tasks == other.storyline.tasks
        told = [
            [[r.utterance for r in h.plan.reveals] for h in life.storyline.happenings]
            for life in (one, other)
        ]
        assert told[0] == told[1]


def test_one_episode_more_changes_no_other(lives) -> None:
    assert lives(count=4)[:2] == lives(count=2)


def test_sessions_begin_by_day_and_some_days_apart() -> None:
    found = starts(40, (2, 4), 7, "x")
    gaps = [b // DAY - a // DAY for a, b in pairwise(found)]
    assert {2, 3, 4} >= set(gaps)
    assert all(8 * HOUR <= at % DAY < 17 * HOUR for at in found)
    assert places(5, 40, 7) == sorted(set(places(5, 40, 7)))


@pytest.mark.parametrize(
    ("because", "lives"),
    [
        ("leave out 'world'", {"count": 2, "world": "first_home"}),
        ("leave out 'months'", {"count": 2, "months": 9}),
        ("set lives.count", {}),
    ],
)
def test_what_says_nothing_about_episodes_is_refused(because, lives) -> None:
    given = {
        "studies": ["dependency"],
        "trials": {"backend": "none"},
        "lives": {**lives, "episodes": {"worlds": "first_home"}},
    }
    with pytest.raises(BadData, match=because):
        load_recipe(given)


def test_an_unknown_key_is_answered_with_the_nearest_right_one(recipe) -> None:
    with pytest.raises(UnknownName, match="did you mean 'filler_tokens'"):
        recipe(filler_token=3)
