"""Plans are data: what a life has in store, and the moments that come of it."""

from __future__ import annotations

import pickle
from dataclasses import replace
from datetime import datetime

import pytest

from sim.clock import DAY, Calendar
from sim.facts import Fact
from sim.lexicon import Lexicon, Pattern
from sim.life import Life, PersonaCard
from sim.plans import DomainScript, Happening, Project, Reveal, SessionPlan, Shift, Storyline
from sim.probes import Evidence
from sim.views import Memory

FACT = Fact("gold:home", "ada", "home", ("Brask",), "value", ("Brask",))
PLAN = SessionPlan("gold:plan/1", "Hello.", (Reveal(FACT, "I live in Brask."),))
LIFE = Life(
    id="ada",
    user_id="u1",
    seed_path=(7, "ada"),
    calendar=Calendar(datetime(2031, 1, 6)),
    persona=PersonaCard("Ada"),
    checkpoints=(30 * DAY, 60 * DAY),
    domains=(DomainScript("cooking", True, "high", (Project("gold:p", "Bread", (PLAN,)),)),),
    storyline=Storyline("home", (Happening("gold:h", "introduction", DAY, PLAN),)),
    shifts=(Shift(9 * DAY, "A new job.", ("cooking",)),),
    lexicon=Lexicon((Pattern("state", "home", "I live in {value}."),)),
)


def test_a_life_ends_with_its_last_checkpoint() -> None:
    assert LIFE.horizon == 60 * DAY


def test_a_life_can_be_sent_to_another_process() -> None:
    LIFE.lexicon.read("I live in Brask.")  # what was read is not sent along
    assert pickle.loads(pickle.dumps(LIFE)) == LIFE


def test_plans_are_values() -> None:
    assert replace(PLAN) == PLAN
    assert hash(replace(PLAN)) == hash(PLAN)
    assert replace(PLAN, closing="Bye.") != PLAN


def test_a_plan_without_more_said_is_a_short_session_that_counts() -> None:
    plan = SessionPlan("gold:plan/2", "Hello.")
    assert (plan.long_horizon, plan.reveals, plan.min_turns, plan.max_turns) == (True, (), 2, 12)


def memory(
    text: str = "", *, turns: tuple[str, ...] = (), sessions: tuple[str, ...] = ()
) -> Memory:
    return Memory("m1", text, datetime(2031, 1, 6), sessions, turns)


@pytest.mark.parametrize(
    ("found", "carried"),
    [
        (memory("user: I live in BRASK."), True),
        (memory("nothing", turns=("s1.0",), sessions=("s1",)), False),
    ],
)
def test_evidence_with_needles_is_looked_for_in_the_text(found: Memory, carried: bool) -> None:
    evidence = Evidence("gold:e", "value", "s1", ("s1.0",), ("Brask",))
    assert evidence.is_carried_by(found) is carried


@pytest.mark.parametrize(
    ("found", "carried"),
    [
        (memory(turns=("s1.0", "s1.1")), True),
        (memory(turns=("s1.3",), sessions=("s1",)), False),  # the session, but another turn of it
        (memory(sessions=("s0", "s1")), True),
        (memory(sessions=("s2",)), False),
    ],
)
def test_evidence_without_needles_is_known_by_its_source(found: Memory, carried: bool) -> None:
    evidence = Evidence("gold:e", "turn", "s1", ("s1.0",))
    assert evidence.is_carried_by(found) is carried
