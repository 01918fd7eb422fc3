"""Strands: conversations woven into lives for a study, each at its date, and nothing else moved."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from experiments.lives import compose, seats
from experiments.recipe import load_recipe
from experiments.running.unit import observe
from experiments.strands import STRANDS
from sim.cast import Cast
from sim.clock import DAY
from sim.errors import BadData, Misuse, UnknownName
from sim.moments import SessionHeld
from sim.timeline import live

GREETINGS = "fake_strands:Greetings"


def recipe(**lives: Any):
    plan = {"count": 1, "months": 2, "strands": {GREETINGS: {}}, **lives}
    trials = {"backend": "recency"}
    return load_recipe({"seed": 5, "studies": ["retention"], "lives": plan, "trials": trials})


def life_of(chosen):
    return compose(chosen, next(iter(seats(chosen))))


def held(life) -> list[SessionHeld]:
    return [moment for moment in live(life, Cast()) if isinstance(moment, SessionHeld)]


def test_every_talk_of_a_strand_is_held_in_order_and_not_before_its_date() -> None:
    life = life_of(recipe(skeleton=None))
    strand = life.strand("greetings")
    assert strand is not None
    assert strand.matter == life.persona.name
    sessions = held(life)
    assert [moment.plan.id for moment in sessions] == [talk.plan.id for talk in strand.talks]
    for moment, talk in zip(sessions, strand.talks, strict=True):
        assert moment.strand == "greetings"
        assert talk.due <= life.calendar.minute(moment.session.started_at) < talk.due + DAY
        assert [telling.fact_id for telling in moment.tellings] == [talk.plan.reveals[0].fact.id]


def test_a_life_without_a_skeleton_has_nothing_else() -> None:
    life = life_of(recipe(skeleton=None))
    assert life.domains == life.shifts == life.anchors == ()
    assert {moment.strand for moment in held(life)} == {"greetings"}


def test_a_strand_changes_no_plan_of_the_rest_of_a_life() -> None:
    woven, plain = life_of(recipe()), life_of(recipe(strands={}))
    assert replace(woven, strands=()) == plain
    assert plain.strand("greetings") is None
    both = {moment.strand for moment in held(woven)}
    assert both == {"", "greetings"}


def test_the_journal_says_which_strand_a_session_belongs_to() -> None:
    chosen = recipe()
    records = observe(chosen, next(iter(seats(chosen))))
    sources = {record["source"] for record in records if record["record"] == "session"}
    assert sources == {"domain", "greetings"}


def test_options_are_read_and_wrong_ones_refused() -> None:
    every_day = life_of(recipe(skeleton=None, strands={GREETINGS: {"days": 1}}))
    assert len(every_day.strands[0].talks) == 58  # 31 + 28 days, none on the last one
    with pytest.raises(Misuse, match="dais"):
        life_of(recipe(strands={GREETINGS: {"dais": 1}}))
    with pytest.raises(UnknownName, match="strand"):
        life_of(recipe(strands={"nobody_knows": {}}))


def test_a_strand_stands_in_a_life_once() -> None:
    life = life_of(recipe(skeleton=None))
    twice = replace(life, strands=(life.strands[0], replace(life.strands[0], talks=())))
    with pytest.raises(BadData, match="strand 'greetings' is there 2 times"):
        held(twice)


def test_without_a_skeleton_there_is_nothing_to_shift() -> None:
    with pytest.raises(Misuse, match="nothing to shift"):
        recipe(skeleton=None, shift={"month": 1})


def test_every_registered_strand_can_be_loaded() -> None:
    assert all(row.doc for row in STRANDS.describe())
