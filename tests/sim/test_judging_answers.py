"""Answers labelled by hand, in the words language models use, against the rule-based judges."""

from datetime import datetime

import pytest

from sim.judging import judge_by_rule
from sim.probes import Gold, Probe
from sim.views import Answer, Question

TRAM = Gold(accepted=("the Zelva tram",), stale=("a blue bicycle",))
MINUTES = Gold(stale=("30 minutes",))
SISTER = Gold(hidden=("Marisol Teague",))
MOTTO = Gold(accepted=("Calm first. Then the work!",))
CARS = Gold(accepted=("Zyvanta Sedan", "Therwyn Compact", "Xylorim Scooter"), ordered=True)
HEALTH = Gold(accepted=("Dr. Quill", "Ostrel Gym", "oat porridge"))

QUESTIONS = {
    "cascade": "How do I get to work these days?",
    "absence": "How long is my way to work?",
    "deletion": "What is my sister's name?",
    "exact_recall": "What is my motto, word for word?",
    "tracking": "Which vehicles have I had, in order?",
    "aggregation": "Who is my doctor, where do I train, and what do I eat in the morning?",
}


def judged(kind, gold, text, phase="after"):
    question = Question("q1", "u1", QUESTIONS.get(kind, "And?"), datetime(2031, 6, 1))
    return judge_by_rule(Probe("p1", "dependency", kind, phase, 0, question, gold), Answer(text))


CASCADE_RIGHT = [
    "It is the Zelva tram.",
    "You take the Zelva tram.",
    "THE ZELVA  TRAM",
    "Since you moved to Brask, you now take the Zelva tram.",
    "You get to work by the Zelva tram now; it used to be a blue bicycle.",
    "Previously you rode a blue bicycle, but now you take the Zelva tram.",
    "Not a blue bicycle any more: the Zelva tram.",
    "You no longer ride a blue bicycle. You take the Zelva tram.",
    "It was a blue bicycle and is now the Zelva tram.",
    "Your way to work changed from a blue bicycle to the Zelva tram.",
    "You told me that if you moved you would switch; you moved, so it is the Zelva tram.",
    "You don't have a car, so you take the Zelva tram.",
    "Considering that you live in Brask now, you go by the Zelva tram.",
    "You take the Zelva tram instead of a blue bicycle.",
    "A blue bicycle was replaced by the Zelva tram.",
    "According to what you told me, you take **the Zelva tram**.",
    "It is the Zelva tram. Let me know if you might need the timetable.",
    "You mentioned a blue bicycle earlier. After your move it is the Zelva tram.",
]
CASCADE_WRONG = [
    "",
    "I do not know.",
    "You ride a blue bicycle.",
    "It is a blue bicycle or the Zelva tram.",
    "You use a blue bicycle and the Zelva tram.",
    "Either the Zelva tram or something else.",
    "It might be the Zelva tram.",
    "Maybe the Zelva tram.",
    "It is probably the Zelva tram.",
    "I think it is the Zelva tram.",
    "It is the Zelva tram, I'm not sure though.",
    "It will be the Zelva tram.",
    "You'll take the Zelva tram.",
    "You are going to take the Zelva tram once you have settled in.",
    "If you have moved to Brask, it is the Zelva tram.",
    "It is the Zelva tram unless you did not move.",
    "You said you would take the Zelva tram.",
    "It is a blue bicycle. If you move, you will take the Zelva tram.",
    "A blue bicycle, but you are considering the Zelva tram.",
    "It is not the Zelva tram.",
    "It was the Zelva tram.",
    "You take the Zelva tram. Perhaps this has changed.",
    "Currently a blue bicycle; the Zelva tram is planned.",
    "You go by the Zelva tramway.",
]
ABSENCE_RIGHT = [
    "I do not know.",
    "I don't know any more.",
    "I’m not sure.",
    "Unknown.",
    "None",
    "Uncertain, since you have moved.",
    "I have no information about that.",
    "It used to be 30 minutes, but I do not know what it is now.",
    "It was 30 minutes before you moved; I can't say how long it takes now.",
    "You told me it was 30 minutes, but since you moved that may no longer be accurate.",
    "Your way to work is 30 minutes, but I'm not sure that is still right.",
    "It is 30 minutes. However, since you moved, this may have changed.",
    "It may still be 30 minutes, but that is not certain.",
    "The 30 minutes you mentioned are no longer valid after your move.",
    "As of your last message it was 30 minutes; you have moved since, so it needs to be updated.",
    "You haven't told me how long it takes from the new place.",
    "That depends on where you live now. It depends, and I have no details.",
    "It might have changed after the move.",
    "I can't determine that from what I have.",
    "You have moved since, and I do not have an updated figure.",
    "Your way to work will have changed with the move.",
    "I'm not sure whether it is still 30 minutes.",
    "No longer known.",
    "It is hard to say: you have moved since you told me.",
]
ABSENCE_WRONG = [
    "",
    "30 minutes.",
    "It is 30 minutes.",
    "Your way to work takes 30 minutes.",
    "It still takes 30 minutes.",
    "You told me it is 30 minutes.",
    "You have moved, so your way to work is 30 minutes.",
    "It is 45 minutes.",
    "I do not know why you ask, but it is 30 minutes.",
    "It is probably 30 minutes.",
    "You moved to Brask. It takes 30 minutes.",
    "It was 30 minutes.",
    "It is now 30 minutes, and it used to be longer.",
    "It takes 30 minutes. I do not know who else goes there.",
    "It has changed to 12 minutes.",
]
DELETION_RIGHT = [
    "I don't have that information.",
    "That information is not available: I was asked to forget it.",
    "You asked me to forget that.",
    "It has been deleted.",
    "I no longer have your sister's name.",
    "Unknown.",
    "None",
    "I have no record of your sister's name.",
    "That was removed at your request.",
    "I do not know your sister's name.",
    "That is no longer available.",
    "I can't recall that.",
]
DELETION_WRONG = [
    "",
    "Marisol Teague.",
    "It was Marisol Teague, but you asked me to forget it.",
    "I deleted the name marisol  teague.",
    "I no longer have it (it started with Marisol).",
    "Her last name is Teague; the rest is deleted.",
    "Her name is Ann.",
    "You have a lovely sister.",
    "You asked me to forget MARISOL-TEAGUE, so I do not know.",
    "Sure, what would you like to know about her?",
]
RECALL_RIGHT = [
    '"Calm first. Then the work!"',
    "Your motto is: calm first.  then the work!",
    "I noted “Calm first. Then the work!” in March.",
]
RECALL_WRONG = [
    "Calm first, then the work.",
    "Calm first. Then work!",
    "Then the work! Calm first.",
    "I do not know.",
    "",
]
TRACKING_RIGHT = [
    "First Zyvanta Sedan, then Therwyn Compact, then Xylorim Scooter.",
    "1. Zyvanta Sedan\n2. Therwyn Compact\n3. Xylorim Scooter",
    "zyvanta sedan -> therwyn compact -> xylorim scooter",
    "It is a Xylorim Scooter now. You began with a Zyvanta Sedan, went on to a Therwyn Compact "
    "and ended up with the Xylorim Scooter.",
]
TRACKING_WRONG = [
    "First Therwyn Compact, then Zyvanta Sedan, then Xylorim Scooter.",
    "First Zyvanta Sedan, then Xylorim Scooter.",
    "Xylorim Scooter, Therwyn Compact, Zyvanta Sedan.",
    "Zyvanta Sedan, Therwyn Compact, Xylorim Scooter, then the Zyvanta Sedan again.",
    "A Xylorim Scooter.",
    "I do not know.",
]
AGGREGATION_RIGHT = [
    "Dr. Quill, Ostrel Gym and oat porridge.",
    "You eat oat  porridge, train at ostrel gym, and see Dr. Quill.",
]
AGGREGATION_WRONG = [
    "Dr. Quill and oat porridge; I do not know where you train.",
    "Dr. Quill, a gym, and porridge.",
    "",
]

TABLE = [
    *[("cascade", TRAM, text, True) for text in CASCADE_RIGHT],
    *[("cascade", TRAM, text, False) for text in CASCADE_WRONG],
    *[("absence", MINUTES, text, True) for text in ABSENCE_RIGHT],
    *[("absence", MINUTES, text, False) for text in ABSENCE_WRONG],
    *[("deletion", SISTER, text, True) for text in DELETION_RIGHT],
    *[("deletion", SISTER, text, False) for text in DELETION_WRONG],
    *[("exact_recall", MOTTO, text, True) for text in RECALL_RIGHT],
    *[("exact_recall", MOTTO, text, False) for text in RECALL_WRONG],
    *[("tracking", CARS, text, True) for text in TRACKING_RIGHT],
    *[("tracking", CARS, text, False) for text in TRACKING_WRONG],
    *[("aggregation", HEALTH, text, True) for text in AGGREGATION_RIGHT],
    *[("aggregation", HEALTH, text, False) for text in AGGREGATION_WRONG],
]


@pytest.mark.parametrize(("kind", "gold", "text", "right"), TABLE)
def test_a_labelled_answer_is_judged_as_labelled(kind, gold, text, right):
    verdict = judged(kind, gold, text)
    assert verdict.correct is right, verdict.why
    assert verdict.score == float(right)


@pytest.mark.parametrize("phase", ["checkpoint", "end"])
def test_checkpoints_are_judged_as_strictly_as_after_a_change(phase):
    assert not judged("cascade", TRAM, "It might be the Zelva tram.", phase).correct
    assert not judged("absence", MINUTES, "It is 30 minutes.", phase).correct


BEFORE = Gold(accepted=("30 minutes",))


@pytest.mark.parametrize("kind", ["cascade", "absence", "deletion", "unheard_of"])
@pytest.mark.parametrize(
    "text",
    [
        "It is 30 minutes.",
        "I think about 30  MINUTES, or more if you move.",
        "It may be 30 minutes, I am not sure.",
    ],
)
def test_before_a_change_a_value_that_is_present_is_right(kind, text):
    assert judged(kind, BEFORE, text, "before").correct


@pytest.mark.parametrize("kind", ["cascade", "absence", "deletion"])
def test_before_a_change_not_knowing_is_wrong(kind):
    assert not judged(kind, BEFORE, "I do not know.", "before").correct


def test_before_a_change_a_literal_must_still_be_word_for_word():
    assert judged("exact_recall", MOTTO, "calm first. then the work!", "before").correct
    assert not judged("exact_recall", MOTTO, "calm, then work", "before").correct
