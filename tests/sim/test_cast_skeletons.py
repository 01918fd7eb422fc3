"""A model's project has the shape of the draft, and values that can be told apart."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from sim.cast.models.parts import part_of
from sim.cast.models.repair import Unusable
from sim.facts import Fact
from sim.plans import Project, Reveal, SessionPlan
from sim.roles.skeleton_writer import SKELETON_WRITER, SkeletonInput
from sim.roles.transition_narrator import TRANSITION_NARRATOR, TransitionInput
from sim.seeds import stream


def reveal(name: str, kind: str = "ongoing_state") -> Reveal:
    fact = Fact(f"gold:{name}", "ada", name, ("old",), kind, ("old",))
    return Reveal(fact, f"It is old {name}.", ("And?",))


def draft() -> Project:
    first = SessionPlan("p1.1", "Hello.", (reveal("colour"),))
    second = SessionPlan("p1.2", "Hello again.", (reveal("floor"), reveal("age", "user_profile")))
    return Project("p1", "Doing up the attic", (first, second))


def written(*values: str, opening: str = "About my attic.", title: str = "The attic") -> str:
    facts = [
        {"about": f"matter {n}", "value": v, "said": f"I take {v} there.", "question": "Wise?"}
        for n, v in enumerate(values)
    ]
    sessions = [{"opening": opening, "facts": facts[:1]}, {"opening": "On.", "facts": facts[1:]}]
    return json.dumps({"title": title, "sessions": sessions})


GIVEN = SkeletonInput("Ada, 40.", "home", "She likes it.", draft(), ("heron grey",))
PART = part_of("skeleton_writer")


def test_a_model_fills_the_shape_of_the_draft_and_keeps_its_ids():
    project = PART.read(written("kelp green", "ash boards", "Pim's knee"), GIVEN).project
    assert (project.id, project.title) == ("p1", "The attic")
    first, second = project.events
    assert (first.id, first.opening, first.topic, first.earlier) == (
        "p1.1", "About my attic.", "The attic", "",
    )  # fmt: skip
    assert second.earlier == "The attic, so far: matter 0: kelp green."
    (told,) = first.reveals
    assert (told.fact.id, told.fact.values, told.fact.needles) == (
        "gold:colour", ("kelp green",), ("kelp green",),
    )  # fmt: skip
    assert (told.utterance, told.follow_ups) == ("I take kelp green there.", ("Wise?",))
    assert [r.fact.kind for r in second.reveals] == ["ongoing_state", "user_profile"]


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        (written("kelp green", "ash boards"), "Session 2 must have 2 facts, not 1"),
        (json.dumps({"title": "x", "sessions": []}), "There must be 2 sessions, not 0"),
        (written("kelp green", "kelp green", "Pim's knee"), "cannot be told apart"),
        (written("heron grey", "ash boards", "Pim's knee"), "cannot be told apart"),
        (written("grey", "ash boards", "Pim's knee"), "cannot be told apart"),
        (written("of", "ash boards", "Pim's knee"), "must hold its value word for word"),
        (
            written("kelp green", "ash", "Pim's knee", opening="Kelp green, is that wise?"),
            "must not give a value away",
        ),
        (
            written("kelp green", "ash boards", "Pim's knee").replace("I take ash boards", "I do"),
            "must hold its value word for word",
        ),
    ],
)
def test_what_cannot_be_lived_is_asked_for_again(reply, why):
    with pytest.raises(Unusable, match=why):
        PART.read(reply, GIVEN)


def test_the_model_is_told_the_shape_and_what_is_taken_but_no_value_of_the_draft():
    shown = PART.shown(GIVEN)
    assert shown["sessions"] == [["a decision"], ["a decision", "something true for good"]]
    assert shown["covered"] == ["heron grey"]
    assert "old" not in json.dumps(shown)


def test_the_script_hands_its_draft_on():
    assert SKELETON_WRITER.twin(GIVEN, stream(1)).project == GIVEN.draft
    asked = TransitionInput("Ada.", "a ends", "b begins", "", "When it rained, a ends.")
    assert TRANSITION_NARRATOR.twin(asked, stream(1)).text == "When it rained, a ends."


def test_a_narrative_is_one_plain_text():
    asked = replace(TransitionInput("Ada.", "a", "b", "", "d"), asked="c")
    read = part_of("transition_narrator").read
    assert read('"After the move, a was over."', asked).text == "After the move, a was over."
    with pytest.raises(Unusable):
        read("  ", asked)
