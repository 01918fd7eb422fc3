"""Sampled lives read well: no slot is left open, nothing is said twice running, themes agree."""

from __future__ import annotations

import re
from datetime import datetime
from itertools import pairwise

import pytest

import personas
from personas.skeletons import SkeletonOptions, skeleton
from sim.clock import Calendar

CALENDAR = Calendar(datetime(2031, 1, 6))


def plans(name: str, seed: int = 3):
    return list(
        skeleton(
            personas.load(name),
            calendar=CALENDAR,
            horizon=CALENDAR.month(18),
            seed_path=(seed, "life", name),
            options=SkeletonOptions(anchors=2),
        ).plans()
    )


@pytest.mark.parametrize("name", sorted(personas.names()))
def test_no_slot_is_left_open_in_anything_that_is_said(name: str) -> None:
    for plan in plans(name):
        said = [plan.opening, plan.closing, *plan.follow_ups]
        said += [text for r in plan.reveals for text in (r.utterance, *r.follow_ups)]
        for text in said:
            assert not re.search(r"[{}\[\]]", text), (plan.id, text)
            assert text == text.strip()
            assert "  " not in text
            assert text[-1] in ".?!\"'…", (plan.id, text)


@pytest.mark.parametrize("name", sorted(personas.names()))
def test_every_value_is_said_word_for_word_where_its_fact_comes_out(name: str) -> None:
    for plan in plans(name):
        for reveal in plan.reveals:
            assert reveal.fact.is_carried_by(reveal.utterance), reveal.utterance


@pytest.mark.parametrize("name", sorted(personas.names()))
def test_two_sessions_in_a_row_of_a_domain_do_not_open_alike(name: str) -> None:
    by_domain: dict[str, list[str]] = {}
    for plan in plans(name):
        by_domain.setdefault(plan.domain, []).append(plan.opening)
    for openings in by_domain.values():
        assert all(one != other for one, other in pairwise(openings))
