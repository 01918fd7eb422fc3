"""Summariser, gate and the judge's role."""

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.judging import judge_by_rule
from sim.probes import Gold, Probe
from sim.roles.gate import GATE, GateInput, continuity, going_on, telling_words
from sim.roles.judge import JUDGE, JudgeInput
from sim.roles.summariser import SUMMARISER, SummariserInput
from sim.seeds import stream
from sim.views import Answer, Question, Session, Turn

AT = datetime(2031, 1, 6)


def session(*texts):
    turns = tuple(
        Turn(f"s1.{n}", "user" if n % 2 == 0 else "assistant", text, AT)
        for n, text in enumerate(texts)
    )
    return Session("s1", "u1", AT, AT, turns)


def summary(*texts):
    return SUMMARISER.twin(SummariserInput(session(*texts)), stream(1)).text


def stored(text, *summaries):
    return GATE.twin(GateInput(session(text), summaries), stream(1)).store


# -- summariser


def test_a_summary_is_the_first_two_statements_of_the_user():
    assert summary(
        "Hi! Can you help me with tiles?",
        "Of course I can help you.",
        "I am laying tiles in the bathroom. They are blue and quite large. I bought forty of them.",
    ) == ("I am laying tiles in the bathroom. They are blue and quite large.")


def test_without_a_statement_it_is_the_first_thing_said():
    assert summary("How do I boil an egg?", "Gently.", "Thanks!") == "How do I boil an egg?"


def test_a_session_in_which_the_user_said_nothing_sums_up_to_nothing():
    assert summary("") == ""


@given(st.lists(st.text(max_size=30), max_size=6))
def test_a_summary_holds_at_most_two_sentences_of_the_users_own_words(texts):
    said = session(*texts)
    short = SUMMARISER.twin(SummariserInput(said), stream(1)).text
    assert len(short) <= len(said.user_text) + 1
    assert short.split() == [word for word in short.split() if word in said.user_text]


# -- gate


@pytest.mark.parametrize(
    "text",
    [
        "We decided on the blue tiles. The next step is the grout.",
        "I plan to run a half marathon. Training started on Monday.",
        "Update on the thesis: the second chapter is finished.",
    ],
)
def test_what_goes_on_is_stored(text):
    assert stored(text)


@pytest.mark.parametrize(
    "text",
    [
        "How do I boil an egg?",
        "What is a good word for green? I like short words.",
        "Thanks, bye!",
        "",
    ],
)
def test_what_stands_alone_is_not(text):
    assert not stored(text)


def test_taking_up_an_earlier_session_is_reason_enough():
    text = "The tiles in the bathroom look great."
    assert not stored(text)
    assert not stored(text, "I asked for a synonym of green.")
    assert stored(text, "I asked for a synonym of green.", "I am laying tiles in the bathroom.")


def test_continuity_counts_the_best_matching_summary():
    assert continuity("tiles and grout", ("tiles grout paint", "paint brush")) == pytest.approx(
        2 / 3
    )
    assert continuity("tiles", ()) == 0
    assert continuity("tiles", ("a of to",)) == 0


def test_common_and_short_words_link_nothing():
    assert telling_words("Thanks, what would you say about my big red kiln?") == {
        "big",
        "red",
        "kiln",
    }


@given(st.text(max_size=60), st.lists(st.text(max_size=40), max_size=3))
def test_scores_are_shares(text, summaries):
    assert 0 <= going_on(text) <= 1
    assert 0 <= continuity(text, tuple(summaries)) <= 1


def test_more_history_never_makes_a_session_less_worth_storing():
    text = "The kiln is on and the glaze dries."
    assert stored(text, "We glaze pots in the kiln.")
    assert stored(text, "We glaze pots in the kiln.", "Egg timers.")


def test_the_gate_reads_summaries_and_transcript():
    given_ = GateInput(session("Hi."), ("Tiles.",))
    assert given_.reading() == "Tiles.\nuser: Hi."
    assert GATE.twin(given_, stream(1)).reading() == "false"


# -- judge


def test_the_judges_twin_is_the_rule():
    question = Question("q", "u", "Where do I live?", AT)
    gold = Gold(("Brask",), stale=("Pyresta",))
    probe = Probe("p", "dependency", "cascade", "after", 0, question, gold)
    for text in ("It is Brask.", "Maybe Brask.", "Pyresta."):
        answer = Answer(text)
        output = JUDGE.twin(JudgeInput(probe, answer), stream(1))
        assert output.verdict == judge_by_rule(probe, answer)
        assert output.reading() == output.verdict.why


def test_the_judge_would_read_question_gold_and_answer():
    question = Question("q", "u", "Where do I live?", AT)
    probe = Probe("p", "dependency", "cascade", "after", 0, question, Gold(("Brask",)))
    text = JudgeInput(probe, Answer("It is Selwick.")).reading()
    assert text == "cascade\nWhere do I live?\nBrask\nIt is Selwick."
