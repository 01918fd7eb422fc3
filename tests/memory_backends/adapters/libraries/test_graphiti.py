"""Graphiti: what its index makes of a question, facts that ended, many stores at once."""

from __future__ import annotations

import json
from datetime import datetime
from importlib.util import find_spec
from types import SimpleNamespace
from typing import Any

import fake_extractors
import pytest
from fake_endpoint import FakeEndpoint
from hypothesis import given
from hypothesis import strategies as st

from memory_backends.adapters.graphiti import _told, plain
from memory_backends.conformance.script import little_life, session

LATER = datetime(2030, 1, 1)
real = pytest.mark.skipif(
    find_spec("graphiti_core") is None or find_spec("kuzu") is None,
    reason="the extra 'graphiti' is missing",
)


@given(st.text())
def test_a_query_is_words_and_spaces(query: str) -> None:
    asked = plain(query)
    assert all(each.isalnum() or each in "_ " or not each.isascii() for each in asked)
    assert asked == asked.strip()
    assert plain(asked) == asked


def test_a_question_loses_its_mark_and_keeps_its_words() -> None:
    assert plain("What happened in *Keldara*?") == "What happened in Keldara"
    assert plain("母は東京に?") == "母は東京に"


def test_a_fact_that_ended_says_when() -> None:
    held = SimpleNamespace(uuid="x", fact="Ada lives in Brask.", invalid_at=datetime(2025, 3, 4))
    assert _told(held).text == "Ada lives in Brask. (until 2025-03-04)"
    held.invalid_at = None
    assert _told(held).text == "Ada lives in Brask."


@real
def test_a_question_finds_a_fact_by_a_word_of_it(make: Any) -> None:
    backend = make("graphiti")
    for each in little_life("ada")[:2]:
        backend.add(each)
    found = backend.search("What happened in Brask?", k=1, at=LATER)
    assert [memory.text for memory in found] == [
        "The firm sent me to Brask for the harbour project."
    ]


@real
def test_what_a_later_session_contradicts_is_kept_with_its_end(
    make: Any, fake: FakeEndpoint
) -> None:
    backend = make("graphiti")
    backend.add(session(1, "ada", "I rent the flat in Keldara."))
    later = session(2, "ada", "I gave up the flat in Keldara.", day=30)

    def contradicting(asked: Any) -> str:
        if asked["response_format"]["json_schema"]["name"] != "EdgeDuplicate":
            return fake_extractors.as_graphiti(asked)
        return json.dumps({"duplicate_facts": [], "contradicted_facts": [0]})

    fake.say = contradicting
    backend.add(later)
    ended, held = backend.get_all()
    if held.text.startswith("I rent"):  # both are dated by the session that made or changed them
        ended, held = held, ended
    assert ended.text == f"I rent the flat in Keldara. (until {later.started_at:%Y-%m-%d})"
    assert held.text == "I gave up the flat in Keldara."
    assert ended.sessions == held.sessions == (later.id,)


@real
def test_more_stores_than_kuzu_opens_by_default_are_open_at_once(make: Any) -> None:
    opened = [make("graphiti", f"user-{number}") for number in range(17)]
    assert [backend.get_all() for backend in opened] == [[]] * 17


@real
def test_a_reply_that_is_no_json_is_asked_for_once_and_ends_the_session(
    make: Any, fake: FakeEndpoint
) -> None:
    backend = make("graphiti")
    fake.say = lambda asked: "I would rather talk."
    with pytest.raises(json.JSONDecodeError):
        backend.add(little_life("ada")[0])
    assert len(fake.requests) == 1
