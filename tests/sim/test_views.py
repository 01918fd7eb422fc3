"""What crosses the wall has no room for gold."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields
from datetime import datetime

import pytest

from sim import views
from sim.views import Answer, Memory, Question, Session, Turn

NOON = datetime(2031, 1, 6, 12)


def test_a_transcript_names_its_speakers_and_the_user_text_does_not() -> None:
    turns = (
        Turn("s1.0", "user", "I live in Brask.", NOON),
        Turn("s1.1", "assistant", "I see.", NOON),
    )
    session = Session("s1", "u1", NOON, NOON, turns)
    assert session.text == "user: I live in Brask.\nassistant: I see."
    assert session.user_text == "I live in Brask."


def test_a_session_without_turns_has_no_text() -> None:
    session = Session("s1", "u1", NOON, NOON, ())
    assert (session.text, session.user_text) == ("", "")


@pytest.mark.parametrize("view", [Turn, Session, Question, Memory, Answer])
def test_no_view_has_a_field_for_gold(view: type) -> None:
    telltale = ("gold", "fact", "domain", "project", "label", "plan", "kind", "telling", "evidence")
    for field in fields(view):
        assert not any(word in field.name for word in telltale)


def test_views_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Question("q1", "u1", "Where?", NOON).text = "When?"  # type: ignore[misc]


def test_memories_do_not_share_their_metadata() -> None:
    one, other = Memory("m1", "x", NOON), Memory("m2", "y", NOON)
    assert one.metadata is not other.metadata


def test_the_module_of_views_imports_nothing_of_lifeworld() -> None:
    homes = {getattr(thing, "__module__", "") for thing in vars(views).values()}
    assert not [home for home in homes if home.startswith("sim.") and home != "sim.views"]
