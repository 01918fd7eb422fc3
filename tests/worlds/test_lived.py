"""A storyline lived through: all comes out in order, and the ledger keeps truth and telling."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

import worlds
from sim.cast import Cast
from sim.clock import DAY, Calendar
from sim.facts import GOLD_MARK, Ledger
from sim.life import Life, PersonaCard
from sim.moments import DeletionAsked, Moment, SessionHeld, UpstreamChange
from sim.plans import Storyline
from sim.text import contains
from sim.timeline import live

START = Calendar(datetime(2031, 1, 6))
Lived = Callable[[int], Storyline]
SEEDS = range(8)


def life(world: worlds.World, drawn: Storyline) -> Life:
    return Life(
        id="ada",
        user_id="u-1",
        seed_path=("lived",),
        calendar=START,
        persona=PersonaCard("Ada"),
        checkpoints=(90 * DAY, 182 * DAY),
        storyline=drawn,
        lexicon=world.lexicon(),
    )


def lived_through(world: worlds.World, drawn: Storyline) -> tuple[list[Moment], Ledger]:
    living = live(life(world, drawn), Cast())
    return list(living), living.ledger


@pytest.mark.parametrize("seed", SEEDS)
def test_every_fact_is_told_once_in_its_session_and_its_turn(
    first_home: worlds.World, lived: Lived, seed: int
) -> None:
    moments, ledger = lived_through(first_home, lived(seed))
    sessions = [moment for moment in moments if isinstance(moment, SessionHeld)]
    assert len(sessions) == len(lived(seed).happenings)
    for held in sessions:
        assert held.untold == ()
        assert held.end_reason == "all_revealed"
        texts = {turn.id: turn.text for turn in held.session.turns}
        assert [t.fact_id for t in held.tellings] == [r.fact.id for r in held.plan.reveals]
        for telling in held.tellings:
            assert ledger.facts[telling.fact_id].is_carried_by(texts[telling.turn_id])
    assert all(len(tellings) == 1 for tellings in ledger.tellings.values())


@pytest.mark.parametrize("seed", SEEDS)
def test_no_gold_id_and_no_propagated_value_is_ever_spoken(
    first_home: worlds.World, lived: Lived, seed: int
) -> None:
    """A new value of a dependent stands in its rule, and nowhere else."""
    moments, ledger = lived_through(first_home, lived(seed))
    silent = [fact for name, fact in ledger.facts.items() if name not in ledger.tellings]
    assert silent
    for moment in moments:
        if isinstance(moment, SessionHeld):
            assert GOLD_MARK not in moment.session.text
            for turn in moment.session.turns:
                named = [fact for fact in silent if contains(turn.text, fact.values[0])]
                assert not named or turn.text.split(". ")[-1].startswith("If ")


@pytest.mark.parametrize("seed", SEEDS)
def test_a_change_is_true_before_it_is_told_and_answers_follow_the_telling(
    first_home: worlds.World, lived: Lived, seed: int
) -> None:
    drawn = lived(seed)
    living = live(life(first_home, drawn), Cast())
    tasks = {task.happening: task for task in drawn.tasks if task.kind == "cascade"}
    seen = 0
    for moment in living:
        about = getattr(getattr(moment, "happening", None), "id", "")
        if about not in tasks or not isinstance(moment, UpstreamChange | SessionHeld):
            continue
        task, told = tasks[about], tuple(living.ledger.told(by=moment.at))
        true = {
            fact.attribute: fact.values[0]
            for fact in living.ledger.true_at(moment.at)
            if fact.kind in ("value", "change")
        }
        right = worlds.gold(first_home, task, told, "after")
        is_told = isinstance(moment, SessionHeld)
        assert (right.accepted == (true[task.entities[0]],)) == is_told
        seen += 1
    assert seen == 2 * len(tasks)


@pytest.mark.parametrize("seed", SEEDS)
def test_at_the_end_one_value_an_entity_holds_and_the_deleted_one_need_not_be_kept(
    first_home: worlds.World, lived: Lived, seed: int
) -> None:
    moments, ledger = lived_through(first_home, lived(seed))
    end = moments[-1].at
    holding = [f.attribute for f in ledger.true_at(end) if f.kind in ("value", "change")]
    assert len(holding) == len(set(holding))
    [asked] = [moment for moment in moments if isinstance(moment, DeletionAsked)]
    for fact_id in asked.happening.ends:
        assert ledger.ends[fact_id] <= asked.at


@pytest.mark.parametrize("seed", SEEDS)
def test_what_was_told_is_believed_and_what_is_believed_is_true_at_the_end(
    first_home: worlds.World, lived: Lived, seed: int
) -> None:
    moments, ledger = lived_through(first_home, lived(seed))
    end = moments[-1].at
    belief = worlds.believed(first_home, tuple(ledger.told(by=end)))
    true = {f.attribute: f.values[0] for f in ledger.true_at(end) if f.kind in ("value", "change")}
    known = {entity: value for entity, value in belief.items() if value is not worlds.UNKNOWN}
    assert known == true
