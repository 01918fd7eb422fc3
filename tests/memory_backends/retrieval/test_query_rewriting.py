"""Searching with made-up answers, and the role that makes them up."""

from __future__ import annotations

from datetime import datetime, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_backends import create
from memory_backends.embedders.hashing import Hashing
from memory_backends.retrieval import QueryRewriting
from memory_backends.retrieval.query_rewriting import RewritingOptions, mean_direction
from sim.cast.models.parts import part_of
from sim.cast.models.repair import Unusable
from sim.cast.role import Role
from sim.errors import Misuse
from sim.lexicon import Asking, Lexicon, Pattern
from sim.roles.query_writer import Passages, WriterInput, stated, write
from sim.seeds import stream
from sim.views import Session, Turn

NOON = datetime(2026, 3, 1, 12)
LATER = NOON + timedelta(days=90)
LEXICON = Lexicon(
    (
        Pattern("state", "commute", "I take the {value} to work."),
        Pattern("change", "commute", "From now on I go by {value}."),
        Pattern("rule", "commute", "If I move to {trigger}, I will ride {value}.", parent="home"),
        Pattern("state", "motto", 'My motto is "{value}".'),
    ),
    (
        Asking("How do I get there?", "current", ("commute",)),
        Asking("What are my words?", "literal", ("motto",)),
    ),
)


def session(*said: str) -> Session:
    turns = tuple(Turn(f"s1.{n}", "user", text, NOON) for n, text in enumerate(said))
    return Session("s1", "ada", NOON, NOON, turns)


def backend(*said: str, **options: object) -> QueryRewriting:
    made = QueryRewriting("ada", RewritingOptions(embedder="hashing", **options))
    made.add(session(*said))
    return made


# -- the search


def test_the_vector_is_the_mean_of_question_and_passages() -> None:
    asked: list[WriterInput] = []

    def play(role: Role, given_: WriterInput, cue: str) -> Passages:
        asked.append(given_)
        return Passages(("a tram to Brask", "the ferry"))

    made = backend("The tram is late.", "A ferry sails.", passages=2)
    made.play = play
    found = made.search("How?", k=2, at=LATER)
    mean = Hashing().embed(["How?", "a tram to Brask", "the ferry"]).astype(float).mean(axis=0)
    mean /= np.linalg.norm(mean)
    expected = Hashing().embed(["The tram is late.", "A ferry sails."]).astype(float) @ mean
    assert sorted(memory.score for memory in found) == pytest.approx(sorted(expected), abs=2e-6)
    assert asked == [WriterInput("How?", 2, Lexicon())]


def test_a_passage_finds_what_the_question_does_not_name() -> None:
    said = ("How is the weather there?", "I take the tram to work.")
    plain = create("dense", user_id="ada", embedder="hashing")
    plain.add(session(*said))
    question = "How do I get there?"
    assert plain.search(question, k=1, at=LATER)[0].id == "s1.0"
    made = backend(*said, passages=2)
    made.lexicon = LEXICON
    assert made.search(question, k=1, at=LATER)[0].id == "s1.1"


def test_an_empty_store_asks_nobody() -> None:
    made = QueryRewriting("ada", RewritingOptions(embedder="hashing"))
    made.play = None  # type: ignore[assignment]
    assert made.search("How?", k=2, at=LATER) == []


def test_at_least_one_passage_is_written() -> None:
    with pytest.raises(Misuse, match="'passages' of backend 'query_rewriting' cannot be 0"):
        create("query_rewriting", user_id="ada", passages=0)


@given(st.lists(st.lists(st.floats(-1, 1, width=32), min_size=3, max_size=3), min_size=1))
def test_a_mean_has_length_one_or_none(rows: list[list[float]]) -> None:
    length = float(np.linalg.norm(mean_direction(np.array(rows, dtype=np.float32))))
    assert length == pytest.approx(1.0, abs=1e-5) or length == 0.0


# -- the role


def test_the_twin_uses_the_worlds_wording_with_values_left_open() -> None:
    passages = write(WriterInput("How do I get there?", 9, LEXICON), stream(1))
    assert passages.texts == (
        "I take the something to work.",
        "From now on I go by something.",
        "I get there.",
    )
    one = write(WriterInput("What are my words?", 1, LEXICON), stream(1))
    assert one.texts == ("My motto is something.",)


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("Who is my dentist?", "My dentist is something."),
        ("When were the holidays?", "The holidays were something."),
        ("What do I drink?", "I drink."),
        ("Which bus did I take to Brask?", "I take to Brask bus."),
        ("Tell me about the tram", "Tell me about the tram"),
        ("", ""),
    ],
)
def test_plain_questions_are_turned_around(question: str, statement: str) -> None:
    assert stated(question) == statement


@given(st.text(max_size=40), st.integers(1, 5))
def test_there_is_always_a_passage_and_never_one_too_many(query: str, number: int) -> None:
    texts = write(WriterInput(query, number, LEXICON), stream(1)).texts
    assert 1 <= len(texts) <= number
    assert len(set(texts)) == len(texts)


PART = part_of("query_writer")


def test_a_models_passages_are_cut_to_those_wanted() -> None:
    reply = '{"passages": ["  one  two ", "", "three", "four"]}'
    assert PART.read(reply, WriterInput("?", 2)) == Passages(("one two", "three"))


@pytest.mark.parametrize("reply", ['{"passages": []}', '{"passages": "a"}', '{"passages": [" "]}'])
def test_a_reply_without_passages_is_asked_for_again(reply: str) -> None:
    with pytest.raises(Unusable):
        PART.read(reply, WriterInput("?", 2))
