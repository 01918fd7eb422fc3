"""The scripted assistant: fitting, varied, and silent about the user."""

from datetime import datetime
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.lexicon import sentences
from sim.roles.assistant import ASSISTANT, AssistantInput
from sim.roles.replying import LINES, REACTIONS, doing
from sim.roles.replying.lines import Doing
from sim.seeds import stream
from sim.text import words
from sim.views import Memory, Turn

AT = datetime(2031, 1, 6)
NOTE = Memory("m1", "user: I live in Keldara Grove.", AT)


def heard(*texts):
    """A transcript in which the user has just spoken, told from alternating lines."""
    return tuple(
        Turn(f"s1.{n}", "user" if n % 2 == 0 else "assistant", text, AT)
        for n, text in enumerate(texts)
    )


def reply(transcript, memories=(), seed=1):
    return ASSISTANT.twin(AssistantInput(transcript, memories), stream(seed)).text


@pytest.mark.parametrize(
    ("message", "act"),
    [
        ("I live in Brask now.", "telling"),
        ("My commute depends on where I live.", "telling"),
        ("If I move to Brask, I will take the tram.", "ruling"),
        ("Once my lease ends, I will look for a garden.", "ruling"),
        ("How would you go about it?", "asking"),
        ("If I move, will I need a new pass?", "deciding"),
        ("Is there anything else that has changed?", "checking"),
        ("What else should I cover?", "checking"),
        ("Please forget my sister's name.", "forgetting"),
        ("I'd like you to delete what I said about the garden.", "forgetting"),
        ("Would you remove my shoe size from your memory?", "forgetting"),
        ("Please don't remember that.", "forgetting"),
        ("Thanks, that is all for now.", "thanking"),
        ("Goodbye!", "thanking"),
        ("I love unforgettable thankless tasks.", "telling"),
        ("", "telling"),
    ],
)
def test_what_a_message_does(message, act):
    assert doing(message) == act


@pytest.mark.parametrize("act", [act for act in LINES if act not in ("opening", "recalling")])
def test_a_reply_fits_what_the_user_does(act: Doing):
    message = {
        "telling": "I bake on Sundays.",
        "ruling": "If it rains, I will stay in.",
        "measuring": "How long is it?",
        "deciding": "Is it long?",
        "choosing": "This one or that one?",
        "asking": "What would you do?",
        "checking": "Is there anything else?",
        "forgetting": "Please forget that.",
        "thanking": "Thank you, bye!",
    }[act]
    for seed in range(20):
        said = sentences(reply(heard("Hi.", "Hello!", message), seed=seed))
        known = (*LINES[act], *REACTIONS.get(act, ()))
        assert set(said) <= {part for line in known for part in sentences(line)}


def test_the_first_reply_answers_an_opening():
    assert reply(heard("I'd like to talk about my garden.")) in LINES["opening"]


def test_a_wish_to_forget_is_heeded_even_in_the_first_message():
    assert reply(heard("Please forget my sister.")) in LINES["forgetting"]


def test_there_are_lines_enough_and_no_two_alike():
    every = [line for lines in LINES.values() for line in lines]
    assert len(every) == len(set(every)) >= 80


def test_lines_speak_of_nobodys_life():
    taboo = {"your", "job", "home", "commute", "moved", "street", "doctor", "gym", "sister"}
    for lines in LINES.values():
        for line in lines:
            assert taboo.isdisjoint(words(line)), line


@given(st.lists(st.sampled_from(["It is Xylorim.", "Brask, you know?", "Ta."]), max_size=12))
def test_no_word_of_the_user_comes_back_and_no_line_comes_twice_while_others_are_left(messages):
    lines = ["Good morning."]
    for message in messages:
        lines += [reply(heard(*lines)), message]
    replies = [*lines[1::2], reply(heard(*lines))]
    assert not {"xylorim", "brask"} & set(words(" ".join(replies)))
    assert all(left != right for left, right in pairwise(replies))
    if len(replies) <= 6:
        assert len(set(replies)) == len(replies)


def test_when_all_lines_are_used_up_one_is_used_again():
    lines = ["Hi."]
    for _ in range(len(LINES["thanking"]) + 2):
        lines += [reply(heard(*lines)), "Thank you."]
    assert reply(heard(*lines)) in LINES["thanking"]


def test_with_memories_it_may_say_that_there_are_notes_but_not_what_they_say():
    seen = {reply(heard("I'd like to plan a trip."), (NOTE,), seed) for seed in range(40)}
    recalling = [text for text in seen if text.startswith(LINES["recalling"])]
    assert recalling
    assert len(recalling) < len(seen)
    assert not any("Keldara" in text for text in seen)


def test_without_memories_it_claims_no_notes():
    texts = {reply(heard("I'd like to plan a trip."), (), seed) for seed in range(40)}
    assert not any(text.startswith(LINES["recalling"]) for text in texts)


def test_seeds_decide_and_repeat():
    transcript = heard("Hi.", "Hello!", "I bake on Sundays.")
    assert reply(transcript, seed=3) == reply(transcript, seed=3)
    assert len({reply(transcript, seed=seed) for seed in range(30)}) > 10


def test_a_model_would_read_memories_and_transcript():
    text = AssistantInput(heard("Hi.", "Hello!", "Bye."), (NOTE,)).reading()
    assert text == f"{NOTE.text}\nHi.\nHello!\nBye."
