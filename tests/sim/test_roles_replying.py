"""The scripted assistant's replies: fitting, varied, and free of anything the user said."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.roles.replying import LINES, QUESTIONS, REACTIONS, doing, reply
from sim.seeds import stream
from sim.views import Turn

AT = datetime(2031, 1, 6)
MESSAGES = {
    "telling": "I live in Brask.",
    "ruling": "If I move to Brask, I will take the tram.",
    "asking": "Where could I live?",
    "measuring": "How much is a flat?",
    "deciding": "Is it far?",
    "choosing": "By tram or by train?",
    "checking": "Is there anything else?",
    "forgetting": "Please forget my address.",
    "thanking": "Thanks, that is all for now.",
}
ACTS = sorted(MESSAGES)
acts = st.lists(st.sampled_from(ACTS), min_size=1, max_size=12)


def held(messages: list[str], *seed: int, remembers: bool = False) -> list[str]:
    """The replies to some messages, one conversation."""
    turns: list[Turn] = []
    rng = stream("replying", *seed)
    for text in messages:
        turns.append(Turn(f"s1.{len(turns)}", "user", text, AT))
        said = reply(turns, remembers, rng)
        turns.append(Turn(f"s1.{len(turns)}", "assistant", said, AT))
    return [turn.text for turn in turns[1::2]]


def act_of(text: str) -> str:
    """The act that one of its lines, alone or behind a reaction of the act, makes of a reply."""
    return next(
        act
        for act, lines in LINES.items()
        if text in lines
        or any(text == f"{one} {line}" for one in REACTIONS.get(act, ()) for line in lines)
    )


@pytest.mark.parametrize(("act", "message"), sorted(MESSAGES.items()))
def test_what_a_message_does_is_seen_in_any_case(act: str, message: str) -> None:
    assert doing(message) == doing(message.upper()) == doing(f"  {message}  ") == act


@pytest.mark.parametrize("act", ACTS)
def test_the_first_message_opens_unless_it_wants_more_than_an_opening(act: str) -> None:
    first = doing(MESSAGES[act], first=True)
    assert first == (act if act in {"forgetting", "checking", *QUESTIONS} else "opening")


@pytest.mark.parametrize(
    ("message", "act"),
    [
        ("Could you delete that?", "forgetting"),
        ("Stop remembering where I live, thanks.", "forgetting"),
        ("Don't store this.", "forgetting"),
        ("When she comes, will you be there?", "deciding"),
        ("Once I move I will sell it. Thanks!", "ruling"),
        ("There is something else I like.", "telling"),
        ("I have a forgetful cat.", "telling"),
        ("Thanksgiving is a feast.", "telling"),
        ("", "telling"),
    ],
)
def test_the_stronger_of_two_readings_counts(message: str, act: str) -> None:
    assert doing(message) == act


@pytest.mark.parametrize(
    ("question", "act"),
    [
        ("How many eggs do I need?", "measuring"),
        ("And how often, at a guess?", "measuring"),
        ("When does the market open?", "measuring"),
        ("By the way: is it flat?", "deciding"),
        ("Tell me, should I go, in your view?", "deciding"),
        ("It rained. Will it rain on, or am I asking too much?", "deciding"),
        ("Which one would you take?", "choosing"),
        ("Salt or no salt?", "choosing"),
        ("What would you do, or is that a silly question?", "asking"),
        ("How do I begin?", "asking"),
        ("Why is that so?", "asking"),
    ],
)
def test_a_question_is_answered_in_kind(question: str, act: str) -> None:
    assert doing(question) == doing(question, first=True) == act


@pytest.mark.parametrize("message", ["Clear enough even for me.", "All clear.", "It is clear."])
def test_what_is_clear_is_no_request(message: str) -> None:
    assert doing(message) == "telling"
    assert doing("Please clear everything about my old flat.") == "forgetting"


@given(acts, st.integers(0, 50))
def test_every_reply_is_a_line_for_what_the_user_just_did(said: list[str], seed: int) -> None:
    replies = held([MESSAGES[act] for act in said], seed)
    expected = [doing(MESSAGES[act], first=at == 0) for at, act in enumerate(said)]
    assert [act_of(text) for text in replies] == expected


@given(st.sampled_from(ACTS), st.integers(0, 50))
def test_no_line_comes_twice_while_others_are_left(act: str, seed: int) -> None:
    """After the first, which may be an opening, each line of the act once, then again."""
    count = len(LINES[act])  # type: ignore[index]
    replies = held(["Good day.", *[MESSAGES[act]] * count], seed)[1:]
    lines = LINES[act]  # type: ignore[index]
    assert Counter(one for text in replies for one in lines if text.endswith(one)) == Counter(lines)


@pytest.mark.parametrize("act", sorted(REACTIONS))
def test_replies_with_reactions_are_many_more_than_the_lines(act: str) -> None:
    replies = {held(["Good day.", MESSAGES[act]], seed)[1] for seed in range(300)}
    assert len(replies) > 3 * len(LINES[act])  # type: ignore[index]


@pytest.mark.parametrize("act", sorted(REACTIONS))
def test_most_replies_to_what_is_told_or_asked_begin_with_a_reaction(act: str) -> None:
    replies = [held(["Good day.", MESSAGES[act]], seed)[1] for seed in range(200)]
    reacting = [text for text in replies if text not in LINES[act]]  # type: ignore[index]
    assert 120 < len(reacting) < 180  # three in four, five standard deviations


@pytest.mark.parametrize(
    "message",
    ["I wipe the table every day.", "We had to remove a wall.", "The strike is over.", "I forgot."],
)
def test_words_of_forgetting_that_ask_for_nothing_are_no_request(message: str) -> None:
    assert doing(message) == "telling"


@given(acts, st.integers(0, 50))
def test_notes_are_spoken_of_only_if_there_are_any_and_only_before_a_line(
    said: list[str], seed: int
) -> None:
    messages = [MESSAGES[act] for act in said]
    for act, text in zip(said, held(messages, seed, remembers=True), strict=True):
        recalled = [line for line in LINES["recalling"] if text.startswith(f"{line} ")]
        rest = text.removeprefix(f"{recalled[0]} ") if recalled else text
        assert act_of(rest) in (act, "opening")
        assert not recalled or act_of(rest) in {"opening", *QUESTIONS}


def test_notes_are_spoken_of_now_and_then() -> None:
    opened = [held(["Good day."], seed, remembers=True)[0] for seed in range(60)]
    recalled = [text for text in opened if text not in LINES["opening"]]
    assert 15 < len(recalled) < 45  # a fair coin: 30 +- 4 standard deviations


@given(acts, st.integers(0, 50), st.booleans())
def test_the_same_stream_says_the_same_and_another_may_not(
    said: list[str], seed: int, remembers: bool
) -> None:
    messages = [MESSAGES[act] for act in said]
    assert held(messages, seed, remembers=remembers) == held(messages, seed, remembers=remembers)


def test_every_line_can_be_the_first() -> None:
    firsts = {held(["Good day."], seed)[0] for seed in range(300)}
    assert firsts == set(LINES["opening"])


def test_no_line_stands_in_another_or_reads_as_something_the_user_wants() -> None:
    every = [line for lines in LINES.values() for line in lines]
    reactions = {one for texts in REACTIONS.values() for one in texts}
    assert not [one for one in reactions for line in every if one in line]
    assert not [
        (one, other) for one, other in combinations(every, 2) if one in other or other in one
    ]
    assert all(lines for lines in LINES.values())


def test_an_assistant_that_is_not_spoken_to_opens() -> None:
    assert act_of(reply([], False, stream(1))) == "opening"
