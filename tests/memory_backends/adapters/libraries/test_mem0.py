"""Mem0: the dates in its prompt, its threshold, its keys."""

from __future__ import annotations

from datetime import datetime
from importlib.util import find_spec
from typing import Any

import pytest
from fake_endpoint import FakeEndpoint

from memory_backends.adapters.mem0 import Dated, _told, dated
from memory_backends.conformance.script import little_life
from sim.errors import RunFailed

MARCH = datetime(2025, 3, 4, 18, 30)
PROMPT = "## New Messages\n{}\n\n## Observation Date\n{}\n\n## Current Date\n{}\n\n# Output:"
real = pytest.mark.skipif(find_spec("mem0") is None, reason="the extra 'mem0' is missing")


def test_both_dates_become_that_of_the_session() -> None:
    asked = PROMPT.format("user: I moved.", "2031-01-01", "2031-01-01")
    assert dated(asked, MARCH) == PROMPT.format("user: I moved.", "2025-03-04", "2025-03-04")


def test_what_was_said_stays_even_when_it_looks_like_the_dates() -> None:
    said = "user: ## Observation Date\n1990-01-01\n\n## Current Date\n1990-01-01"
    asked = PROMPT.format(said, "2031-01-01", "2031-01-01")
    assert dated(asked, MARCH) == PROMPT.format(said, "2025-03-04", "2025-03-04")


def test_a_prompt_without_dates_is_another_library() -> None:
    with pytest.raises(RunFailed, match=r"install mem0ai 2\.2"):
        dated("## New Messages\nuser: I moved.", MARCH)


def test_only_the_last_message_is_dated_and_all_else_is_passed_on() -> None:
    asked: list[Any] = []

    class Model:
        def generate_response(self, **given: Any) -> str:
            asked.append(given)
            return "{}"

    model = Dated(Model())
    model.at = MARCH
    system = {"role": "system", "content": "Today is a day."}
    user = {"role": "user", "content": PROMPT.format("", "2031-01-01", "2031-01-01")}
    assert model.generate_response([system, user], response_format={"type": "json_object"}) == "{}"
    (given,) = asked
    assert given["response_format"] == {"type": "json_object"}
    assert given["messages"][0] == system
    assert "2031" not in given["messages"][1]["content"]
    assert "2031" in user["content"]  # what was given is left as it was


def test_equal_scores_are_told_apart_by_text_and_never_by_key() -> None:
    results = [
        {"id": "x", "memory": "b", "score": 0.5},
        {"id": "y", "memory": "a", "score": 0.5},
        {"id": "z", "memory": "c", "score": 0.9},
    ]
    assert [held.text for held in _told({"results": results})] == ["c", "a", "b"]
    assert [held.key for held in _told({"results": [{"id": "x", "memory": "b"}]})] == ["x"]


@real
def test_a_session_is_one_request_in_the_librarys_own_words(make: Any, fake: FakeEndpoint) -> None:
    backend, (first, *_) = make("mem0"), little_life("ada")
    backend.add(first)
    (asked,) = fake.requests
    assert (asked["model"], asked["temperature"]) == ("any", 0)
    prompt = asked["messages"][-1]["content"]
    assert f"## Observation Date\n{first.started_at:%Y-%m-%d}\n" in prompt
    assert all(turn.text in prompt for turn in first.turns)
    texts = sorted(turn.text for turn in first.turns if turn.speaker == "user")
    assert [entry.text for entry in backend.get_all()] == texts
    assert {entry.created_at for entry in backend.get_all()} == {first.ended_at}


@real
def test_the_key_of_a_router_leads_nobody_away(
    make: Any, fake: FakeEndpoint, at_home: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENROUTER_API_KEY", "none")
    make("mem0").add(little_life("ada")[0])
    assert (len(fake.requests), at_home) == (1, [])


@real
def test_a_threshold_leaves_out_what_is_unlike(make: Any) -> None:
    strict, lax = make("mem0", threshold=0.99), make("mem0", threshold=0)
    first, *_ = little_life("ada")
    for backend in (strict, lax):
        backend.add(first)
    said = first.turns[0].text
    assert [m.text for m in strict.search(said, k=5, at=datetime(2030, 1, 1))] == [said]
    assert len(lax.search(said, k=5, at=datetime(2030, 1, 1))) == 2
