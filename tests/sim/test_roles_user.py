"""The scripted user and the reveal checker: one fact a message, its topic, then the next."""

from dataclasses import replace
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.facts import Fact
from sim.life import PersonaCard
from sim.plans import Reveal, SessionPlan
from sim.roles.reveal_checker import REVEAL_CHECKER, RevealInput
from sim.roles.user import LINGERING, USER, UserInput
from sim.seeds import stream
from sim.views import Turn

CARD = PersonaCard("Ada", "A carpenter from Selwick.")


def fact(number, *needles):
    return Fact(f"gold:f{number}", "ada", "home", needles, "value", needles or (f"value{number}",))


def reveal(number, follow_ups=2):
    lines = tuple(f"More on {number}, part {part}." for part in range(follow_ups))
    return Reveal(fact(number), f"I have value{number} now.", lines)


def plan(*reveals, **more):
    return SessionPlan("p", "Hello, I need a hand.", reveals, closing="Bye then.", **more)


def said(*texts):
    turns = [line for text in texts for line in (("user", text), ("assistant", "I see."))]
    at = datetime(2031, 1, 6)
    return tuple(Turn(f"s1.{n}", who, text, at) for n, (who, text) in enumerate(turns))


def speak(script, transcript, pending, *, nudge=False):
    given = UserInput(CARD, script, transcript, tuple(pending), nudge)
    return USER.twin(given, stream(1)).text


def checked(text, pending):
    return REVEAL_CHECKER.twin(RevealInput(text, tuple(pending)), stream(1)).fact_ids


def talk(script, *, nudge=lambda texts: False, most=30):
    """The user's side of a whole conversation."""
    texts, pending = [], script.reveals
    while (not texts or texts[-1] != script.closing) and len(texts) < most:
        texts.append(speak(script, said(*texts), pending, nudge=nudge(texts)))
        out = checked(texts[-1], pending)
        pending = tuple(r for r in pending if r.fact.id not in out)
    return texts


def test_a_conversation_goes_by_the_plan():
    first, second = reveal(1), reveal(2, follow_ups=1)
    assert talk(plan(first, second)) == [
        "Hello, I need a hand.",
        first.utterance,
        *first.follow_ups,
        second.utterance,
        *second.follow_ups,
        "Bye then.",
    ]


def test_the_opening_comes_first_whatever_is_pending():
    assert speak(plan(reveal(1)), (), [reveal(1)], nudge=True) == "Hello, I need a hand."


def test_a_plan_without_facts_is_opened_and_closed():
    assert talk(plan()) == ["Hello, I need a hand.", "Bye then."]


def test_a_one_off_asks_its_own_questions():
    script = plan(follow_ups=("How long does it take?", "And what does it cost?"))
    assert talk(script) == ["Hello, I need a hand.", *script.follow_ups, "Bye then."]


def test_what_follows_the_opening_comes_before_the_first_fact():
    script = plan(reveal(1, follow_ups=0), follow_ups=("So, here is the thing.",))
    assert talk(script)[1:3] == ["So, here is the thing.", "I have value1 now."]


def test_too_short_a_conversation_is_drawn_out_before_it_is_closed():
    texts = talk(plan(min_turns=5))
    assert len(texts) == 5
    assert texts[-1] == "Bye then."
    assert set(texts[1:-1]) <= set(LINGERING)
    assert len(set(texts)) == 5


def test_a_nudge_skips_the_rest_of_a_topic():
    first, second = reveal(1), reveal(2)
    heard = said("Hello, I need a hand.", first.utterance)
    assert speak(plan(first, second), heard, [second], nudge=True) == second.utterance
    assert speak(plan(first, second), heard, [second]) == first.follow_ups[0]


def test_a_nudge_with_nothing_pending_changes_nothing():
    heard = said("Hello, I need a hand.", reveal(1).utterance)
    assert speak(plan(reveal(1)), heard, [], nudge=True) == reveal(1).follow_ups[0]


def test_a_fact_that_came_out_by_itself_is_not_told_again():
    first, second = reveal(1), reveal(2)
    heard = said("Hello, I need a hand.")
    assert speak(plan(first, second), heard, [second]) == second.utterance


def test_a_fact_that_was_not_understood_is_said_again_after_the_others():
    first, second = reveal(1, follow_ups=0), reveal(2, follow_ups=0)
    script = plan(first, second)
    heard = said("Hello, I need a hand.", first.utterance)
    assert speak(script, heard, [first, second]) == second.utterance
    heard = said("Hello, I need a hand.", first.utterance, second.utterance)
    assert speak(script, heard, [first]) == first.utterance


def test_what_the_assistant_says_is_not_taken_for_the_users_words():
    turn = Turn("s1.1", "assistant", reveal(1).utterance, datetime(2031, 1, 6))
    heard = (*said("Hello, I need a hand."), turn)
    assert speak(plan(reveal(1)), heard, [reveal(1)]) == reveal(1).utterance


@given(st.lists(st.integers(0, 3), max_size=5), st.integers(1, 8), st.sets(st.integers(0, 12)))
def test_every_fact_comes_out_once_and_at_most_one_a_message(follow_ups, shortest, nudged):
    script = plan(*(reveal(n, f) for n, f in enumerate(follow_ups)), min_turns=shortest)
    texts = talk(script, nudge=lambda so_far: len(so_far) in nudged)
    for told in script.reveals:
        assert texts.count(told.utterance) == 1
    assert all(len(checked(text, script.reveals)) <= 1 for text in texts)
    assert texts[-1] == "Bye then."
    assert len(texts) >= min(shortest, 2)


@given(st.lists(st.integers(0, 2), max_size=4), st.booleans())
def test_the_same_input_gives_the_same_message_whatever_the_dice_say(follow_ups, nudge):
    script = plan(*(reveal(n, f) for n, f in enumerate(follow_ups)))
    heard = said(*talk(script)[:-1])
    given = UserInput(CARD, script, heard, script.reveals, nudge)
    assert len({USER.twin(given, stream(seed)).text for seed in range(3)}) == 1


def test_a_model_would_read_persona_aim_facts_and_transcript():
    script = replace(plan(reveal(1)), earlier="We spoke of tiles.")
    text = UserInput(CARD, script, said("Hello, I need a hand."), script.reveals).reading()
    for piece in ("Ada", "Selwick", "We spoke of tiles.", "I have value1 now.", "I see."):
        assert piece in text


@pytest.mark.parametrize(
    ("text", "out"),
    [
        ("If I move to Brask, I will take  the TRAM.", ("gold:f1",)),
        ("I will take the tram.", ()),
        ("Brasken tramways", ()),
        ("Brask, the tram, and Ostrel Gym.", ("gold:f1", "gold:f2")),
        ("", ()),
    ],
)
def test_a_fact_is_out_when_all_its_needles_are_in_the_message(text, out):
    facts = (fact(1, "Brask", "the tram"), fact(2, "Ostrel Gym"))
    pending = [Reveal(told, "") for told in facts]
    assert checked(text, pending) == out
    listed = REVEAL_CHECKER.twin(RevealInput(text, tuple(pending)), stream(1)).reading()
    assert listed == "\n".join(out)
