"""A session that fails its audit is held again, and a life that cannot be told fails with why."""

from __future__ import annotations

from dataclasses import replace

import pytest

import worlds
from experiments.auditing import acceptance
from sim.cast import Cast
from sim.clock import DAY, HOUR, Calendar
from sim.errors import RoleFailed
from sim.life import Life, PersonaCard
from sim.moments import SessionHeld
from sim.roles.user import UserOutput, speak
from sim.timeline import live

WORLD = worlds.load("first_home")


def episode():
    from datetime import datetime

    at = [day * DAY + 10 * HOUR for day in (1, 2, 3, 4, 6)]
    story = worlds.episode(WORLD, introduced=at[:4], changed=at[4], seed_path=(7, "x"))
    return Life(
        "ann", "u", (7, "x"), Calendar(datetime(2031, 1, 6)), PersonaCard("Ann"), (9 * DAY,),
        storyline=story, lexicon=WORLD.lexicon(),
    )  # fmt: skip


class Spoiling:
    """A user whose rules lose their condition, as often as told."""

    name = "spoiling"

    def __init__(self, times: float) -> None:
        self.left = times

    def play(self, role, given, rng, place):
        if role.name != "user":
            return role.twin(given, rng), 0, 0
        said = speak(given, rng).text
        rules = {r.utterance: r.fact for r in given.plan.reveals if r.fact.kind == "rule"}
        if said in rules and self.left > 0:
            self.left -= 1
            _, trigger, target = rules[said].values
            return UserOutput(f"Here we have {trigger} beside {target}."), 0, 0
        return UserOutput(said), 0, 0


def held(user: Spoiling):
    cast = Cast(players={"user": user}, default=user)
    living = live(episode(), cast, accept=acceptance(WORLD))
    return [moment for moment in living if isinstance(moment, SessionHeld)]


def test_scripted_dialogue_is_accepted_at_once_and_stays_the_same() -> None:
    plain = [m for m in live(episode(), Cast()) if isinstance(m, SessionHeld)]
    audited = [
        m for m in live(episode(), Cast(), accept=acceptance(WORLD)) if isinstance(m, SessionHeld)
    ]
    assert plain == audited


def test_a_spoilt_session_is_held_again() -> None:
    sessions = held(Spoiling(times=1))
    assert len(sessions) == 5
    said = "\n".join(one.session.text for one in sessions)
    assert "Here we have" not in said


def test_after_three_tries_the_life_fails_with_the_reason() -> None:
    reason = r"life 'ann', session 's000\d', after 3 tries: a rule is no condition any more \(gold:"
    with pytest.raises(RoleFailed, match=reason):
        held(Spoiling(times=float("inf")))


def test_a_session_told_before_is_not_held() -> None:
    from sim.conversation import Conversation

    first = held(Spoiling(times=0))[0]
    said = tuple((t.fact_id, t.turn_id) for t in first.tellings)
    before = Conversation(first.session.turns, said, (), "all_revealed")
    told = {
        "s0001": replace(before, turns=tuple(replace(t, text=t.text + "!") for t in before.turns))
    }
    again = [m for m in live(episode(), Cast(), told=told.get) if isinstance(m, SessionHeld)]
    assert [t.text for t in again[0].session.turns] == [t.text + "!" for t in first.session.turns]
    assert again[0].tellings == first.tellings
    assert again[1].session == held(Spoiling(times=0))[1].session
