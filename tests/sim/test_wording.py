"""Sentences without facts stand between leads and tails that say nothing, each time otherwise."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import worlds
from personas.domains import catalogue
from sim.roles.extracting import read_sentence
from sim.roles.replying import doing
from sim.roles.replying.lines import QUESTIONS
from sim.roles.topics import topic_of
from sim.seeds import stream
from sim.text import contains
from sim.wording import begun, closing, everything, framed, greeting, manner, parting, unframed
from sim.wording.manner import BARE, BOTH, STOCK
from sim.wording.parts import KINDS, parts, small_words

REMARK, QUESTION = "The lid never fits.", "Does the lid ever fit?"
SEEDS = st.integers(0, 100_000)
SOMEBODY = manner(stream("somebody"))


def put(text, seed, kind=None):
    return framed(text, manner(stream("who", seed)), stream("wording", seed), kind)


@given(SEEDS, st.sampled_from([REMARK, QUESTION]), st.sampled_from([None, *KINDS]))
def test_a_framed_sentence_is_found_again_and_keeps_its_mark(seed, text, kind):
    said = put(text, seed, kind)
    assert unframed(said, ["Something else.", text]) == text
    assert said.endswith("?") == text.endswith("?")


@given(SEEDS)
def test_no_slot_is_left_open_and_sentences_begin_and_end_as_such(seed):
    rng = stream("wording", seed)
    said = [put(REMARK, seed), put(QUESTION, seed), begun(QUESTION, SOMEBODY, rng)]
    for text in (*said, greeting(rng), closing(rng), parting(REMARK, rng)):
        assert not re.search(r"[{}]|  ", text)
        assert text[0].isupper()
        assert text[-1] in ".?"


@pytest.mark.parametrize("kind", ["statement", "question", "beginning", "request", "explanation"])
def test_two_people_rarely_put_it_alike(kind):
    text = QUESTION if kind in ("question", "request") else REMARK
    said = [put(text, n, kind) for n in range(1000)]
    bare = said.count(text) / len(said)
    assert BARE[0] / 2 < bare < BARE[1] * 2
    assert len(set(said)) > 250


def test_one_person_has_habits_of_their_own():
    one, other = (manner(stream("who", n)) for n in (1, 2))
    assert one != other
    for kind in KINDS:
        every = parts().ends(kind)
        assert set(one.leads[kind]) <= set(every.leads)
        assert len(one.tails[kind]) == round(STOCK * len(every.tails))
        assert len(set(one.tails[kind])) == len(one.tails[kind])
    assert BARE[0] <= one.bare <= BARE[1]
    assert BOTH[0] <= one.both <= BOTH[1]


def test_shares_of_leads_and_tails_are_those_of_the_manner():
    drawn = [SOMEBODY.ends(stream("ends", n)) for n in range(4000)]
    share = {ends: drawn.count(ends) / len(drawn) for ends in set(drawn)}
    assert abs(share[False, False] - SOMEBODY.bare) < 0.03  # five standard deviations
    assert abs(share[True, True] - SOMEBODY.both) < 0.04
    assert share[True, False] > share[False, True]


@pytest.mark.parametrize(
    ("text", "led"),
    [
        ("I hum.", True),
        ("I've hummed for years.", True),
        ("Fenella hums.", False),
        ("Parking is dear.", False),
        ("The lid fits.", True),
        ("'Kind regards' is stiff.", False),
    ],
)
def test_only_what_can_go_on_after_a_comma_is_led(text, led):
    begins = {put(text, n).startswith(text[:6]) for n in range(60)}
    assert begins == ({True, False} if led else {True})


@pytest.mark.parametrize(
    ("text", "tailed"),
    [
        ("Too short?", False),
        ("One, two and three lids.", True),
        ("One, two, three and four lids.", False),
        ("He said 'the lid never fits'.", False),
        ("It is what it is...", False),
        ("What a lid that is!", False),
    ],
)
def test_only_what_has_room_for_it_is_tailed(text, tailed):
    ends = {put(text, n, "statement").endswith(text[-6:]) for n in range(60)}
    assert ends == ({True, False} if tailed else {True})


def test_replies_may_be_tiny():
    assert {put("Splendid.", n, "reply") == "Splendid." for n in range(60)} == {True, False}


def test_a_lead_fits_the_first_sentence_and_a_tail_the_last():
    leads = tuple(text.casefold() for text in parts().statement.leads)
    tails = set(parts().question.tails)
    text = "The lid never fits. Does it ever fit for you?"
    for n in range(80):
        said = put(text, n)
        before, after = said.split("he lid never fits. Does it ever fit for you")
        assert before == "T" or before[:-2].casefold().endswith(leads), said
        assert after == "?" or after.removeprefix(", ").removesuffix("?") in tails, said


@pytest.mark.parametrize("text", [QUESTION, REMARK])
def test_a_conversation_begins_with_no_word_that_answers_something(text):
    for n in range(60):
        said = begun(text, manner(stream("who", n)), stream("begun", n))
        assert not said.startswith(tuple(f"{word} " for word in parts().openers)), said


def test_the_same_stream_says_the_same():
    assert put(REMARK, 1) == put(REMARK, 1)
    assert manner(stream(3)) == manner(stream(3))


@pytest.mark.parametrize("compose", [greeting, closing])
def test_greetings_and_farewells_are_many(compose):
    assert len({compose(stream("wording", n)) for n in range(500)}) > 450


@given(SEEDS)
def test_a_last_remark_becomes_a_farewell(seed):
    rng = stream("wording", seed)
    assert doing(parting("I will read it to the wall.", rng)) == "thanking"
    assert doing(parting("Thanks, that is all I need.", rng)) == "thanking"
    assert doing(closing(rng)) == "thanking"
    assert parting("So long!", rng) == "So long!"


def every_frame():
    """A sentence in each lead and each tail there is."""
    known = parts()
    for kind in KINDS:
        asked = kind in ("question", "request")
        core, mark = ("does it go so", "?") if asked else ("so it goes", ".")
        for lead in known.ends(kind).leads:
            yield asked, f"{lead[:1].upper()}{lead[1:]} {core}{mark}"
        for tail in known.ends(kind).tails:
            yield asked, f"{core[:1].upper()}{core[1:]}, {tail}{mark}"


def test_frames_ask_for_nothing():
    for asked, said in every_frame():
        assert doing(said) in (QUESTIONS if asked else {"telling"}), said


def test_no_part_speaks_of_a_topic():
    assert not [(text, topic_of([text])) for text in everything() if topic_of([text])]


def test_nobody_reads_a_fact_out_of_a_frame():
    for _, said in every_frame():
        noted = read_sentence(said, "s1.0")
        assert noted is None or noted.act == "note", said


def test_no_value_of_a_shipped_world_or_pack_stands_in_a_part():
    texts = " ; ".join(everything())
    for name in worlds.names():
        for entity in worlds.load(name).entities.values():
            assert not [value for value in entity.values if contains(texts, value)]
    for domain in catalogue.names():
        for _, told in catalogue.load(domain).told():
            assert not [value for value in told.values if contains(texts, value)]


@pytest.mark.parametrize("kind", KINDS)
def test_leads_and_tails_are_written_as_such(kind):
    ends = parts().ends(kind)
    for lead in ends.leads:
        assert lead.endswith((",", ":", " but", "?")), lead
        assert lead[0] == "I" or lead[0].islower(), lead
    for tail in ends.tails:
        assert tail[-1].isalpha(), tail
        assert tail[0] == "I" or tail[0].islower(), tail
    for texts in (ends.leads, ends.tails):
        assert len(texts) == len(set(texts))


def test_words_written_small_are_no_names():
    assert {"the", "is", "how", "my"} <= small_words()
    assert not {"i", "mum", "fenella"} & small_words()


def test_nothing_is_found_where_nothing_was_framed():
    assert unframed("Quite another thing.", [REMARK]) == ""
