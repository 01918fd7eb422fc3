"""LangMem: what is made the same in every run, patches and removals."""

from __future__ import annotations

import json
import re
from datetime import datetime
from importlib.util import find_spec
from typing import Any
from uuid import UUID

import pytest
from fake_endpoint import FakeEndpoint
from hypothesis import given
from hypothesis import strategies as st

from memory_backends.adapters.langmem import unmarked
from memory_backends.conformance.script import little_life

LATER = datetime(2030, 1, 1)
real = pytest.mark.skipif(find_spec("langmem") is None, reason="the extra 'langmem' is missing")


@given(st.uuids(version=4), st.text())
def test_the_mark_of_a_session_goes_and_all_else_stays(mark: UUID, said: str) -> None:
    asked = f"<session_{mark}>\n{said}\n</session_{mark}>"
    assert unmarked(asked) == f"<session>\n{said}\n</session>"


def test_what_is_no_mark_stays() -> None:
    assert unmarked("session_12 of the council") == "session_12 of the council"


@real
def test_the_prompt_says_when_the_session_was(make: Any, fake: FakeEndpoint) -> None:
    first, *_ = little_life("ada")
    make("langmem").add(first)
    (asked,) = fake.requests
    prompt = asked["messages"][-1]["content"]
    assert f"Conversation of {first.started_at:%A, %Y-%m-%d}." in prompt
    assert "<session>" in prompt
    assert all(turn.text in prompt for turn in first.turns)


@real
def test_a_model_that_answers_in_prose_stores_nothing(make: Any, fake: FakeEndpoint) -> None:
    backend = make("langmem")
    fake.say = lambda asked: "What a nice conversation!"
    backend.add(little_life("ada")[0])
    assert backend.get_all() == []


@real
def test_a_memory_that_is_taken_back_is_gone(make: Any, fake: FakeEndpoint) -> None:
    backend, (first, second, *_) = make("langmem"), little_life("ada")
    backend.add(first)
    told = backend.get_all()
    named = {}

    def removing(asked: Any) -> Any:
        shown = json.dumps(asked)
        tools = {each["function"]["name"]: each["function"] for each in asked["tools"]}
        schema = tools["RemoveDoc"]["parameters"]["properties"]["json_doc_id"]
        ids = re.findall(r"'(\w+)'", schema["description"])
        named.update(ids=ids, shown=[each.text in shown for each in told])
        removal = {"name": "RemoveDoc", "arguments": json.dumps({"json_doc_id": ids[0]})}
        return {"tool_calls": [{"id": "call_0", "type": "function", "function": removal}]}

    fake.say = removing
    backend.add(second)
    assert named["shown"] == [True, True]  # the model was shown what it removes
    assert len(backend.get_all()) == 1
    (left,) = backend.get_all()
    assert left in told


@real
def test_memories_are_named_by_the_order_in_which_they_came(make: Any) -> None:
    backend = make("langmem")
    for session in little_life("ada")[:2]:
        backend.add(session)
    assert sorted(held.key for held in backend.held()) == ["1", "2", "3", "4"]
