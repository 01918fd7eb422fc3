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


def stored(*texts, summaries=()):
    turns = [line for text in texts for line in (text, "I see. We decided that. Next step?")]
    return GATE.twin(GateInput(session(*turns), tuple(summaries)), stream(1)).store


# -- summariser


def test_a_summary_is_what_the_user_came_with_and_their_first_statement_after_it():
    assert summary(
        "Hi! Can you help me with tiles?",
        "Of course I can help you.",
        "I am laying tiles in the bathroom. They are blue and quite large. I bought forty of them.",
    ) == ("Can you help me with tiles? I am laying tiles in the bathroom.")


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
    "texts",
    [
        ["We decided on the blue tiles. The next step is the grout."],
        ["Hello. How do I pace myself?", "I am training for a half marathon.", "Thanks!"],
        ["Update on the thesis: the second chapter is finished."],
    ],
)
def test_what_the_user_tells_is_stored(texts):
    assert stored(*texts)


@pytest.mark.parametrize(
    "texts",
    [
        ["How do I boil an egg?", "And how long?", "Thanks, that is all for now."],
        ["Hello, it's me. A short packing list, please.", "What if it rains?", "Great, bye then."],
        ["Thanks, bye!"],
        [""],
    ],
)
def test_what_only_asks_and_thanks_is_not(texts):
    assert not stored(*texts)


QUESTIONS = ["How do I start?", "And then?", "Is that safe?", "Really?"]


def test_a_statement_among_many_questions_is_too_little_unless_it_continues_something():
    texts = [*QUESTIONS[:2], "The glaze dries in the kiln."]
    assert not stored(*texts)
    assert not stored(*texts, summaries=("I asked for a synonym of green.",))
    assert stored(*texts, summaries=("I need a glaze for the kiln.", "Egg timers are loud."))


def test_a_statement_among_many_questions_is_enough_if_it_speaks_of_a_plan():
    assert stored(*QUESTIONS, "The plan is to glaze on Friday.")


def test_continuity_counts_the_best_matching_summary():
    summaries = ("tiles grout paint", "paint grout brush wax")
    assert continuity("tiles and grout", summaries) == pytest.approx(2 / 3)
    assert continuity("tiles", ()) == 0
    assert continuity("tiles", ("a of to",)) == 0


def test_one_shared_word_links_nothing():
    assert continuity("blue tiles", ("tiles",)) == 0


def test_common_and_short_words_link_nothing():
    telling = telling_words("Thanks, what would you say about my big red kiln?")
    assert telling == {"big", "red", "kiln"}


@given(st.lists(st.text(max_size=60), max_size=3), st.lists(st.text(max_size=40), max_size=3))
def test_scores_are_shares(texts, summaries):
    assert 0 <= going_on(texts) <= 1
    assert 0 <= continuity(" ".join(texts), summaries) <= 1


@given(st.lists(st.sampled_from(["I glaze pots in the kiln.", "Egg timers.", ""]), max_size=4))
def test_more_history_never_makes_a_session_less_worth_storing(summaries):
    texts = [*QUESTIONS, "The glaze dries in the kiln."]
    assert stored(*texts, summaries=summaries) or not stored(*texts)


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
