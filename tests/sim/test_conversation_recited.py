"""Recorded conversations are held again word for word, in their place in a life."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from sim.cast import Cast
from sim.clock import DAY, HOUR, Calendar
from sim.conversation import recite
from sim.facts import Fact
from sim.life import Life, PersonaCard
from sim.moments import SessionHeld
from sim.plans import DomainScript, Project, Reveal, SessionPlan
from sim.timeline import live

SAID = (("user", "Why is the sky blue?"), ("assistant", "Small things scatter blue light."))
PLAN = SessionPlan("gold:p", "Why is the sky blue?", domain="filler", max_turns=2, recorded=SAID)
START = datetime(2031, 1, 6, 9)


def test_turns_are_numbered_and_dated_like_any_others() -> None:
    told = recite(PLAN, session_id="s0003", started_at=START)
    assert [(t.id, t.speaker, t.text) for t in told.turns] == [
        ("s0003.0", *SAID[0]),
        ("s0003.1", *SAID[1]),
    ]
    assert told.turns[1].at - told.turns[0].at == timedelta(minutes=1)
    assert (told.revealed, told.untold, told.end_reason) == ((), (), "all_revealed")


def test_facts_of_the_plan_stay_untold() -> None:
    fact = Fact("gold:f", "ada", "x", ("Brask",), "value", ("Brask",))
    told = recite(
        replace(PLAN, reveals=(Reveal(fact, "Brask."),)), session_id="s", started_at=START
    )
    assert (told.untold, told.end_reason) == (("gold:f",), "gave_up")


class Nobody:
    """A player who must not be asked."""

    name = "nobody"

    def play(self, role, given, rng, place):
        raise AssertionError("nobody plays what was recorded")


def test_nobody_plays_a_recorded_session_of_a_life() -> None:
    project = Project("gold:project", "sky", (PLAN,), not_before=3 * DAY + 10 * HOUR)
    life = Life(
        "life", "u", (7,), Calendar(datetime(2031, 1, 6)), PersonaCard("Ada"), (5 * DAY,),
        domains=(DomainScript("filler", False, "high", (project,), mean_gap=1),),
    )  # fmt: skip
    held = [m for m in live(life, Cast(default=Nobody())) if isinstance(m, SessionHeld)]
    assert [turn.text for turn in held[0].session.turns] == [text for _, text in SAID]
    assert held[0].session.started_at == datetime(2031, 1, 9, 10)
