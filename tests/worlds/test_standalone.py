"""Stand-alone episodes: the decisions of a storyline, told in five sessions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import worlds
from sim.clock import DAY, HOUR
from worlds.ids import main_fact

WORLD = worlds.load("first_home")
INTRODUCED = tuple(day * DAY + 10 * HOUR for day in (1, 2, 4, 7))
CHANGED = 9 * DAY + 10 * HOUR


def told(seed: int, **options):
    return worlds.episode(
        WORLD,
        introduced=INTRODUCED,
        changed=CHANGED,
        seed_path=(seed, "episode"),
        options=worlds.StorylineOptions(**{"changes": 1, **options}),
    )


def test_sessions_have_the_dates_given() -> None:
    story = told(1)
    assert [h.due + h.lag for h in story.happenings] == [*INTRODUCED, CHANGED]
    assert story.happenings[-1].lag == 6 * HOUR


def test_every_task_is_about_news_of_the_last_session() -> None:
    story = told(2)
    news = {fact.id for fact in story.happenings[-1].facts}
    assert {main_fact(task.happening) for task in story.tasks} <= news


@given(st.integers(0, 40))
def test_right_answers_follow_from_what_is_told(seed: int) -> None:
    """What is believed after all tellings is what the facts of the last session make true."""
    story = told(seed)
    facts = [r.fact for h in story.happenings for r in h.plan.reveals]
    truth = {f.attribute: f.values[0] for f in story.happenings[-1].facts if f.kind == "change"}
    for task in story.tasks:
        kind = worlds.effective_kind(WORLD, task, facts)
        assert kind == task.kind
        if kind == "cascade":
            assert worlds.gold(WORLD, task, facts, "after").accepted == (truth[task.entities[0]],)


def test_several_roots_may_change_in_one_session() -> None:
    story = told(3, changes=2)
    changes = [r.fact for r in story.happenings[-1].plan.reveals if r.fact.kind == "change"]
    assert len(changes) == 2 + 2  # two roots, two updates of the tracked entity


def test_the_same_path_gives_the_same_episode_and_other_words_the_same_events() -> None:
    assert told(4) == told(4)
    other = told(4, wording_seed=1)
    assert other.tasks == told(4).tasks
    assert other.happenings != told(4).happenings


@pytest.mark.parametrize("name", worlds.names())
def test_every_shipped_world_yields_episodes(name: str) -> None:
    story = worlds.episode(
        worlds.load(name), introduced=INTRODUCED, changed=CHANGED, seed_path=(5, name)
    )
    assert len(story.happenings) == 5
    assert len({task.kind for task in story.tasks}) == 6
