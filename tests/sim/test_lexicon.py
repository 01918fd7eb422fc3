"""Reading sentences with nothing but their patterns."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim import lexicon as lexicon_module
from sim.lexicon import Asking, Lexicon, Pattern, Statement, sentences

PATTERNS = (
    Pattern("state", "home", "I live in {value}."),
    Pattern("change", "home", "I have moved to {value}."),
    Pattern("depend", "commute", "How I get to work depends on where I live.", parent="home"),
    Pattern("rule", "commute", "If I move to {trigger}, I will take {value}.", parent="home"),
    Pattern("state", "motto", 'My motto is "{value}".'),
    Pattern("state", "pet", "{value} is my pet."),
    Pattern("forget", "pet", "Please forget about my pet."),
)
LEXICON = Lexicon(
    PATTERNS,
    (
        Asking("Where do I live?", "current", ("home",)),
        Asking("Where do I live, and how do I get to work?", "joint", ("home", "commute")),
    ),
)
names = st.text(alphabet="abcdefgXYZ", min_size=1, max_size=8)
values = st.lists(names, min_size=1, max_size=3).map(" ".join)
literals = st.text(alphabet="abc .!?,'-", min_size=1, max_size=20).filter(str.strip)


def read_one(text: str) -> Statement:
    (statement,) = LEXICON.read(text)
    return statement


@given(values)
def test_what_is_put_into_a_pattern_is_read_back(value: str) -> None:
    assert read_one(f"I live in {value}.") == Statement("state", "home", value)
    assert read_one(f"{value} is my pet.") == Statement("state", "pet", value)


@given(values, values)
def test_a_rule_is_read_as_a_rule_and_not_as_what_it_would_make_true(at: str, then: str) -> None:
    statement = read_one(f"If I move to {at}, I will take {then}.")
    assert statement == Statement("rule", "commute", then, "home", at)


@given(literals)
def test_a_quoted_string_is_read_word_for_word(value: str) -> None:
    statement = read_one(f'Hello! My motto is "{value}". I told you before.')
    assert statement == Statement("state", "motto", value.strip())


@pytest.mark.parametrize("value", ["3.5 km away", "Brask 2.0", "v1.2.3", "Brask, by the river"])
def test_a_mark_inside_a_word_belongs_to_the_value(value: str) -> None:
    assert read_one(f"Well. I live in {value}. Thanks!").value == value


@pytest.mark.parametrize(
    "text",
    [
        "i LIVE in Brask",
        "I  live\u00a0in Brask!",
        "user: I live in Brask.",
        "  I live in Brask...  ",
    ],
)
def test_case_spacing_speakers_and_closing_marks_do_not_matter(text: str) -> None:
    assert read_one(text) == Statement("state", "home", "Brask")


def test_statements_come_in_the_order_they_were_made() -> None:
    text = "user: I live in Brask.\nassistant: I see.\nuser: I have moved to Odvik. Rex is my pet."
    acts = [(found.act, found.value) for found in LEXICON.read(text)]
    assert acts == [("state", "Brask"), ("change", "Odvik"), ("state", "Rex")]


@pytest.mark.parametrize(
    "text",
    [
        "My sister says I live in Brask.",
        "Do I live in Brask? She asked.",
        "I live in .",
        "I live in Brask and.\nOdvik.",
        "",
    ],
)
def test_no_more_is_read_than_a_whole_sentence_says(text: str) -> None:
    assert [found for found in LEXICON.read(text) if found.value == "Brask"] == []


def test_sentences_without_slots_are_read_too() -> None:
    assert read_one("How I get to work depends on where I live.").parent == "home"
    assert read_one("Please forget about my pet!") == Statement("forget", "pet")


def test_the_longer_of_two_patterns_that_fit_is_meant() -> None:
    lexicon = Lexicon(
        (
            Pattern("state", "home", "I live in {value}."),
            Pattern("state", "garden", "I live in {value} with a garden."),
        )
    )
    assert lexicon.read("I live in Brask with a garden.")[0].entity == "garden"


def test_a_question_is_known_by_its_words() -> None:
    asked = LEXICON.asked("  where do I LIVE ?")
    assert asked is not None
    assert asked.entities == ("home",)
    assert LEXICON.asked("Where does she live?") is None


def test_a_lexicon_can_be_sent_to_another_process_without_what_it_has_read() -> None:
    LEXICON.read("I live in Brask.")
    twin = pickle.loads(pickle.dumps(LEXICON))
    assert twin == LEXICON
    assert twin._read == {}
    assert twin.read("I live in Brask.") == LEXICON.read("I live in Brask.")


def test_what_was_read_is_not_kept_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lexicon_module, "_MOST_READ", 10)
    lexicon = Lexicon(PATTERNS)
    for number in range(100):
        assert lexicon.read(f"I live in Brask{number}.")[0].value == f"Brask{number}"
    assert len(lexicon._read) <= 10


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("It is 3.5 km. Far!", ["It is 3.5 km.", "Far!"]),
        ("Well... I see?! Yes", ["Well...", "I see?!", "Yes"]),
        ('My motto is "Calm. Then work." Bye.', ['My motto is "Calm. Then work."', "Bye."]),
        ('My motto is "Onward!" Bye.', ['My motto is "Onward!"', "Bye."]),
        ('My motto is "Onward!". Bye.', ['My motto is "Onward!".', "Bye."]),
        ('He said "Go." and left. Bye.', ['He said "Go." and left.', "Bye."]),
        ('He said "Go.", then left.', ['He said "Go.", then left.']),
        ('He is 6" tall. He left.', ['He is 6" tall.', "He left."]),
        ("user: Hi.\nassistant: user: Hi.", ["Hi.", "user: Hi."]),
        (" \n\n . ", ["."]),
        ("", []),
    ],
)
def test_where_sentences_end(text: str, expected: list[str]) -> None:
    assert list(sentences(text)) == expected


@given(st.text(alphabet='ab.!? "\n', max_size=40))
def test_splitting_loses_nothing_but_blanks(text: str) -> None:
    assert "".join("".join(sentences(text)).split()) == "".join(text.split())


@given(st.text(max_size=60))
def test_any_text_can_be_read(text: str) -> None:
    for found in LEXICON.read(text):
        assert found.entity in {"home", "commute", "motto", "pet"}
