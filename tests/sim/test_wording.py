"""Sentences without facts are set into frames that say nothing, each time otherwise."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import worlds
from sim.roles.replying import doing
from sim.roles.topics import topic_of
from sim.seeds import stream
from sim.text import contains
from sim.wording import closing, everything, framed, greeting, unframed
from sim.wording.frames import SHARE, frames

REMARK, QUESTION = "The lid never fits.", "Does the lid ever fit?"
SEEDS = st.integers(0, 100_000)


@given(SEEDS, st.sampled_from([REMARK, QUESTION]))
def test_a_framed_sentence_ends_with_itself(seed, text):
    said = framed(text, stream("wording", seed))
    assert unframed(said, ["Something else.", text]) == text
    assert said.endswith("?") == text.endswith("?")


@given(SEEDS)
def test_no_slot_is_left_open_and_sentences_begin_and_end_as_such(seed):
    rng = stream("wording", seed)
    for said in (framed(REMARK, rng), framed(QUESTION, rng), greeting(rng), closing(rng)):
        assert not re.search(r"[{}]", said)
        assert said[0].isupper()
        assert said[-1] in ".?"


def test_few_are_said_alike_and_some_stand_bare():
    said = [framed(REMARK, stream("wording", n)) for n in range(2000)]
    bare = said.count(REMARK) / len(said)
    assert abs(bare - (1 - SHARE)) < 0.04  # five standard deviations of 2,000 draws
    assert len(set(said)) > 550  # of 2,000 settings of one sentence


def test_the_same_stream_says_the_same():
    assert framed(REMARK, stream(1)) == framed(REMARK, stream(1))


@pytest.mark.parametrize("compose", [greeting, closing])
def test_greetings_and_farewells_are_many(compose):
    assert len({compose(stream("wording", n)) for n in range(500)}) > 350


@given(SEEDS)
def test_frames_point_to_no_topic_and_ask_for_nothing(seed):
    rng = stream("wording", seed)
    said = framed("So it goes.", rng)
    assert topic_of([said]) == ""
    assert doing(said) == "telling"
    assert doing(closing(rng)) == "thanking"


def test_no_value_of_a_shipped_world_stands_in_a_frame():
    texts = list(everything())
    for name in worlds.names():
        for entity in worlds.load(name).entities.values():
            for value in entity.values:
                assert not any(contains(text, value) for text in texts), (name, value)


def test_every_list_is_used():
    known = frames()
    lines = [*known.statements, *known.questions, *known.greetings, *known.closings]
    slots = {name.casefold() for line in lines for name in re.findall(r"\{(\w+)\}", line)}
    assert slots - {"said"} == set(known.slots)


def test_nothing_is_found_where_nothing_was_framed():
    assert unframed("Quite another thing.", [REMARK]) == ""
