"""The two that retrieve and answer themselves: a note first, or a critic before and after."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from memory_backends import create
from memory_backends.base import MemoryBackend
from memory_backends.retrieval.synthesis import as_memories
from sim.cast.role import Role
from sim.lexicon import Asking, Lexicon, Pattern
from sim.roles.answerer import AnswererInput, AnswererOutput
from sim.roles.critic import CriticInput, Critique
from sim.roles.reading.wording import NOTHING_KNOWN
from sim.roles.synthesiser import Synthesis, SynthesiserInput
from sim.views import Memory, Question, Session, Turn

NOON = datetime(2026, 3, 1, 12)
LEXICON = Lexicon(
    (
        Pattern("state", "gym", "My gym is {value}."),
        Pattern("change", "home", "We moved to {value}."),
        Pattern("state", "commute", "I take {value} to work."),
        Pattern("rule", "commute", "If we move to {trigger}, I will take {value}.", parent="home"),
    ),
    (
        Asking("What is my gym?", "current", ("gym",)),
        Asking("How do I get to work?", "current", ("commute",)),
    ),
)
LIFE = (
    ("My gym is Hall Street.", "I take the bus to work."),
    ("If we move to Brask, I will take the tram.", "Good morning!"),
    ("We moved to Brask.", "My gym is Orme."),
)


def filled(name: str) -> MemoryBackend:
    made = create(name, user_id="ada", embedder="hashing")
    made.lexicon = LEXICON
    for number, said in enumerate(LIFE):
        at, ident = NOON + timedelta(days=number), f"s{number}"
        turns = (
            Turn(f"{ident}.{n}", "user", text, at + timedelta(minutes=n))
            for n, text in enumerate(said)
        )
        made.add(Session(ident, "ada", at, at + timedelta(hours=1), tuple(turns)))
    return made


def asked(text: str, day: int = 90) -> Question:
    return Question("q1", "ada", text, NOON + timedelta(days=day))


@pytest.mark.parametrize("name", ["self_rag", "synthesis"])
def test_both_answer_what_holds_now_also_by_rule(name: str) -> None:
    made = filled(name)
    assert made.capabilities().answer
    assert made.answer(asked("What is my gym?"), k=6).text == "It is Orme."
    assert made.answer(asked("How do I get to work?"), k=6).text == "It is the tram."


@pytest.mark.parametrize("name", ["self_rag", "synthesis"])
def test_both_answer_as_of_the_date_of_asking(name: str) -> None:
    made = filled(name)
    at = asked("What is my gym?", day=1)
    answer = made.answer(at, k=6)
    assert answer.text == "It is Hall Street."
    assert all(memory.created_at <= at.at for memory in answer.memories)
    assert made.answer(asked("What is my gym?", day=-1), k=6).text == NOTHING_KNOWN


@pytest.mark.parametrize("name", ["self_rag", "synthesis"])
def test_answering_changes_nothing_and_rests_on_at_most_k(name: str) -> None:
    made = filled(name)
    before = made.get_all()
    assert len(made.answer(asked("What is my gym?"), k=2).memories) <= 2
    assert made.get_all() == before


# -- synthesis


def test_the_answerer_sees_the_note_alone_and_the_answer_names_the_sources() -> None:
    read: list[AnswererInput] = []

    def play(role: Role, given: object, cue: str) -> object:
        if isinstance(given, SynthesiserInput):
            assert len(given.memories) == 3
            return Synthesis("A note.")
        assert isinstance(given, AnswererInput)
        read.append(given)
        return AnswererOutput("Orme.")

    made = filled("synthesis")
    made.play = play
    answer = made.answer(asked("What is my gym?"), k=3)
    (given,) = read
    assert [(m.text, m.created_at) for m in given.memories] == [("A note.", asked("").at)]
    assert (answer.text, len(answer.memories)) == ("Orme.", 3)


def test_a_note_comes_from_all_sessions_it_was_made_of_and_an_empty_one_is_none() -> None:
    of = tuple(Memory(f"m{n}", "x", NOON, (f"s{n % 2}",)) for n in range(3))
    (note,) = as_memories("A note.", of, asked(""))
    assert note.sessions == ("s0", "s1")
    assert as_memories("", of, asked("")) == ()


# -- self_rag


class Judge:
    """Plays critic and answerer from a script, and notes what was asked."""

    def __init__(self, **script: Critique) -> None:
        self.script = script
        self.drafts: list[int] = []
        self.judged: list[str] = []

    def __call__(self, role: Role, given: object, cue: str) -> object:
        if isinstance(given, CriticInput):
            key = given.aspect
            if key == "supported":
                key = f"supported_{len(self.drafts)}"
                assert given.answer == f"draft {len(self.drafts)}"
            self.judged.append(key)
            return self.script[key]
        assert isinstance(given, AnswererInput)
        self.drafts.append(len(given.memories))
        return AnswererOutput(f"draft {len(self.drafts)}")


YES, NO = Critique(True, (0,)), Critique(False)


@pytest.mark.parametrize(
    ("script", "answer", "drafts", "rests_on"),
    [
        ({"needed": NO}, "draft 1", [0], 0),
        ({"needed": YES, "relevant": YES, "supported_1": YES}, "draft 1", [1], 1),
        (
            {"needed": YES, "relevant": YES, "supported_1": NO, "supported_2": YES},
            "draft 2",
            [1, 4],
            4,
        ),
        (
            {"needed": YES, "relevant": YES, "supported_1": NO, "supported_2": NO},
            "draft 1",
            [1, 4],
            1,
        ),
        ({"needed": YES, "relevant": Critique(True, (0, 1, 2, 3))}, "draft 1", [4], 4),
        (
            {"needed": YES, "relevant": NO, "supported_1": NO, "supported_2": YES},
            "draft 2",
            [0, 4],
            4,
        ),
    ],
)
def test_drafts_are_made_and_kept_as_the_critic_says(
    script: dict[str, Critique], answer: str, drafts: list[int], rests_on: int
) -> None:
    judge = Judge(**script)
    made = filled("self_rag")
    made.play = judge
    given = made.answer(asked("What is my gym?"), k=4)
    assert (given.text, judge.drafts, len(given.memories)) == (answer, drafts, rests_on)
    assert sorted(judge.judged) == sorted(script)


def test_what_needs_no_memory_is_not_looked_up() -> None:
    made = filled("self_rag")
    answer = made.answer(asked("How long does an egg boil?"), k=6)
    assert (answer.text, answer.memories) == (NOTHING_KNOWN, ())
