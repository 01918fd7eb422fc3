"""The ceiling: sound worlds pass, and a fault in a world's wording does not go unnoticed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import worlds
from experiments.studies import ceiling as module
from experiments.studies.ceiling import Tally, ceiling
from sim.errors import BadData
from worlds import StorylineOptions

WORLD = worlds.load("first_home")
KINDS = ["absence", "aggregation", "cascade", "deletion", "exact_recall", "tracking"]


def test_every_kind_is_asked_before_and_after_and_comes_out_as_it_must() -> None:
    tallies = ceiling(WORLD, episodes=3)
    assert [tally.kind for tally in tallies] == KINDS
    for tally in tallies:
        assert tally.is_sound
        assert tally.faults == []
        assert tally.asked == tally.right > 0
        changed = tally.kind in ("absence", "cascade", "deletion")
        assert tally.old == (tally.asked // 2 if changed else 0)


def test_the_same_seed_counts_the_same_and_more_episodes_count_more() -> None:
    two, three = ceiling(WORLD, episodes=2), ceiling(WORLD, episodes=3)
    assert two == ceiling(WORLD, episodes=2)
    assert all(few.asked < many.asked for few, many in zip(two, three, strict=True))
    assert ceiling(WORLD, episodes=0) == []


@pytest.mark.parametrize("level", [1, 2])
def test_without_rules_cascades_are_asked_before_only(level: int) -> None:
    found = {t.kind: t for t in ceiling(WORLD, episodes=2, options=options(explicitness=level))}
    assert found["cascade"].old == 0
    assert found["absence"].old > found["cascade"].asked / 2


def test_what_does_not_follow_is_not_asked_after_the_change() -> None:
    found = {t.kind: t for t in ceiling(WORLD, episodes=2, options=options(explicitness=3))}
    assert found["cascade"].old == found["absence"].old == 0
    assert found["deletion"].old == 2


def options(**given: Any) -> StorylineOptions:
    return StorylineOptions.model_validate(given)


def test_a_question_nobody_can_read_is_a_fault_with_its_words() -> None:
    """A lexicon that lost the questions: nothing is answered, so nothing before is right."""
    lexicon = replace(WORLD.lexicon(), askings=())
    deaf = replace(WORLD)
    deaf.__dict__["_lexicon"] = lexicon
    for tally in ceiling(deaf, episodes=1):
        assert not tally.is_sound
        assert tally.right < tally.asked
        assert "is answered" in tally.faults[0]


def test_a_judge_that_lets_everything_pass_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    from sim.probes import Verdict

    lenient = Verdict(1.0, True, "so", "lenient")
    monkeypatch.setattr(module, "judge_by_rule", lambda probe, answer: lenient)
    found = {tally.kind: tally for tally in ceiling(WORLD, episodes=2)}
    assert not found["cascade"].is_sound
    assert found["cascade"].refused == 0
    assert "the old value passes" in found["cascade"].faults[0]
    assert len(found["absence"].faults) <= module.SHOWN


def test_a_world_that_cannot_yield_what_is_asked_for_says_so() -> None:
    with pytest.raises(BadData, match="at depth 5: the longest chain of this world has 2"):
        ceiling(WORLD, episodes=1, options=options(depth=5))


def test_a_tally_with_nothing_in_it_is_sound() -> None:
    assert Tally("cascade").is_sound
    assert not Tally("cascade", asked=1).is_sound
    assert not Tally("cascade", asked=1, right=1, old=1).is_sound


def test_the_check_of_a_world_can_be_told_to_try_episodes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from experiments.cli.episodes import ceiling_problems

    assert list(ceiling_problems(WORLD, 2)) == []
    broken = Tally("cascade", asked=1, faults=["'Who?' is answered 'Nobody.'"])
    monkeypatch.setattr(module, "ceiling", lambda world, episodes: [broken])
    [problem] = ceiling_problems(WORLD, 2)
    assert (problem.severity, problem.where) == ("error", "cascade over 2 episodes")
    assert problem.message == "'Who?' is answered 'Nobody.'"
