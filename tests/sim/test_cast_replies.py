"""Replies: what is repaired, what is refused, and how each role reads its own."""

import json
from contextlib import suppress
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.cast.models.exchange import Reply
from sim.cast.models.parts import part_of
from sim.cast.models.player import usable
from sim.cast.models.repair import (
    Unusable,
    boolean,
    json_object,
    numbers,
    spoken,
    string,
    whole_sentences,
)
from sim.facts import Fact
from sim.plans import Reveal
from sim.probes import Gold, Probe
from sim.roles.dependency_extractor import DependencyExtractorInput
from sim.roles.extractor import ExtractorInput
from sim.roles.judge import JudgeInput
from sim.roles.placement import PlacementInput
from sim.roles.reveal_checker import RevealInput
from sim.roles.session_record import SessionRecord
from sim.roles.structural_note import NoteInput
from sim.roles.structure import Filed, NotedProject, StructuralNote
from sim.views import Answer, Question, Session, Turn


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("Good morning.", "Good morning."),
        ("  Good\n\nmorning. ", "Good morning."),
        ('"Good morning."', "Good morning."),
        ("“Good morning.”", "Good morning."),
        ("User: Good morning.", "Good morning."),
        ("```\nGood morning.\n```", "Good morning."),
        ("<think>what now\n</think>\nGood morning.", "Good morning."),
        ('"Oak" and "elm"', '"Oak" and "elm"'),
        ("It's the dogs'", "It's the dogs'"),
    ],
)
def test_a_plain_reply_is_freed_of_what_is_around_it(said, kept):
    assert spoken(said) == kept


@pytest.mark.parametrize("said", ["", " \n", '""', "<think>hm</think>", "Answer:"])
def test_nothing_said_is_no_reply(said):
    with pytest.raises(Unusable, match="empty"):
        spoken(said)


def test_a_cut_text_ends_with_its_last_whole_sentence():
    assert whole_sentences("One. Two! Thr") == "One. Two!"
    assert whole_sentences("At 3.5 percent. And th") == "At 3.5 percent."
    with pytest.raises(Unusable, match="first sentence"):
        whole_sentences("One and tw")


@pytest.mark.parametrize(
    "said",
    [
        '{"a": [1, 2]}',
        '```json\n{"a": [1, 2]}\n```',
        'Here you are: {"a": [1, 2]} Done.',
        '{"a": [1, 2,],}',
        '<think>{"b": 1}</think>{"a": [1, 2]}',
    ],
)
def test_json_is_found_where_it_stands(said):
    assert json_object(said) == {"a": [1, 2]}


@pytest.mark.parametrize("said", ["", "yes", "[1, 2]", '{"a": ', '{"a" 1}', "}{", "{" * 5000 + "}"])
def test_what_holds_no_object_is_unusable(said):
    with pytest.raises(Unusable):
        json_object(said)


@given(st.text())
def test_no_reply_whatever_raises_anything_but_unusable(said):
    for read in (spoken, json_object, whole_sentences):
        with suppress(Unusable):
            read(said)


def test_values_of_the_wrong_kind_are_named():
    found = {"flag": 1, "list": [0, 3], "text": 2, "more": [True]}
    for read in (
        lambda: boolean(found, "flag"),
        lambda: boolean(found, "none"),
        lambda: numbers(found, "list", 3),
        lambda: numbers(found, "more", 3),
        lambda: numbers(found, "flag", 3),
        lambda: string(found, "text"),
    ):
        with pytest.raises(Unusable, match="The key '"):
            read()


def test_numbers_are_sorted_and_counted_once():
    assert numbers({"n": [3, 1, 3]}, "n", 3) == (1, 3)


def reveals(*ids):
    return tuple(
        Reveal(Fact(f"gold:{i}", "ada", i, (i,), "value", (i,)), f"It is {i}.") for i in ids
    )


def test_the_reveal_checker_names_facts_by_number():
    given = RevealInput("Once oak, now elm.", reveals("oak", "elm", "ash"))
    part = part_of("reveal_checker")
    assert part.read('{"told": [2]}', given).fact_ids == ("gold:elm",)
    assert part.read('{"told": []}', given).fact_ids == ()
    with pytest.raises(Unusable):
        part.read('{"told": [3]}', given)
    schema = part.schema(given)["properties"]["told"]
    assert (schema["maxItems"], schema["items"]["maximum"]) == (2, 2)


def test_nothing_pending_and_nothing_possible_needs_no_model():
    settled = part_of("reveal_checker").settled
    assert settled(RevealInput("text", ())).fact_ids == ()
    assert settled(RevealInput("Good morning.", reveals("oak", "elm"))).fact_ids == ()
    assert settled(RevealInput("Perhaps oak.", reveals("oak"))) is None


def test_what_is_told_word_for_word_is_out_whatever_the_model_says():
    part = part_of("reveal_checker")
    alone = RevealInput("Well. It is oak.", reveals("oak", "elm"))
    assert part.settled(alone).fact_ids == ("gold:oak",)
    both = RevealInput("It is elm. Or oak?", reveals("oak", "elm"))
    assert part.read('{"told": []}', both).fact_ids == ("gold:elm",)
    assert part.read('{"told": [1]}', both).fact_ids == ("gold:oak", "gold:elm")


def judged(kind, accepted, **more):
    gold = Gold(accepted, **more)
    question = Question("q", "u", "Which?", None)
    return JudgeInput(Probe("p", "dependency", kind, "after", 0, question, gold), Answer("oak"))


def test_a_verdict_is_read_with_partial_credit_for_several_values():
    part = part_of("judge")
    several = judged("tracking", ("oak", "elm"), ordered=True)
    done = part.read('{"why": "one of two", "named": [1], "right": false}', several)
    assert (done.verdict.score, done.verdict.partial) == (0, 0.5)
    proud = '{"named": [2], "why": "", "right": true}'
    assert not part.read(proud, several).verdict.correct  # one of two is missing
    single = judged("cascade", ("oak",))
    assert part.read('{"why": "", "right": true}', single).verdict.partial is None
    assert "named" not in part.schema(single)["properties"]
    with pytest.raises(Unusable, match="'right'"):
        part.read('{"why": "", "right": "yes"}', single)


def test_a_verdict_is_signed_by_model_and_prompt():
    part = part_of("judge")
    done = part.read('{"why": "named", "right": true}', judged("cascade", ("oak",)))
    assert part.signed(done, "openai:gpt-5").verdict.judge.startswith("openai:gpt-5, prompt ")


def test_exact_recall_is_settled_by_its_rule():
    settled = part_of("judge").settled(judged("exact_recall", ("oak",)))
    assert settled.verdict.correct
    assert part_of("judge").settled(judged("cascade", ("oak",))) is None


@pytest.mark.parametrize("role", ["gate", "judge", "reveal_checker"])
def test_schemas_are_bounded_and_closed(role):
    given = {
        "gate": None,
        "judge": judged("aggregation", ("oak", "elm")),
        "reveal_checker": RevealInput("text", reveals("oak")),
    }[role]
    schema = part_of(role).schema(given)
    assert schema["additionalProperties"] is False
    assert set(schema["required"]) == set(schema["properties"])
    for one in schema["properties"].values():
        assert {"string": "maxLength", "array": "maxItems"}.get(one["type"], "type") in one
    json.dumps(schema)


def test_a_refusal_and_a_cut_are_unusable_and_at_last_a_cut_text_is_shortened():
    plain, structured = part_of("summariser"), part_of("gate")
    with pytest.raises(Unusable, match="refused: No"):
        usable(plain, None, Reply("x", refused="No"), last=True)
    with pytest.raises(Unusable, match="cut off"):
        usable(plain, None, Reply("One. Tw", cut=True), last=False)
    assert usable(plain, None, Reply("One. Tw", cut=True), last=True) == "One."
    with pytest.raises(Unusable, match="cut off"):
        usable(structured, None, Reply('{"store": true}', cut=True), last=True)


def filed(number, topic="home"):
    return Filed(f"s{number}", SessionRecord(f"To settle: matter {number}", "Short.", topic))


NOTE = StructuralNote((NotedProject("P1", "tiling", "home", ("s1",)),), (filed(2), filed(3)))


def test_a_session_record_is_read_with_its_aim():
    part = part_of("session_record")
    said = {"aim": "settle", "matter": "the blue tiles", "summary": "Tiles.", "topic": "Home work"}
    record = part.read(json.dumps(said), None)
    assert (record.purpose, record.topic, record.settles) == (
        "To settle: the blue tiles",
        "home",
        True,
    )
    with pytest.raises(Unusable, match="'aim' must be one of settle, find out"):
        part.read(json.dumps(said | {"aim": "know"}), None)


def test_a_placement_is_a_project_by_number_or_none():
    part, given = part_of("placement"), PlacementInput(NOTE, filed(4))
    for said, place in (("1", "P1"), ("isolated", "isolated"), ("unsure", "")):
        assert part.read(json.dumps({"place": said}), given).place == place
    assert part.schema(given)["properties"]["place"]["enum"] == ["1", "isolated", "unsure"]
    with pytest.raises(Unusable):
        part.read('{"place": "2"}', given)
    assert part.settled(PlacementInput(StructuralNote(), filed(4))).place == ""
    assert part.settled(given) is None


def group(project, *conversations, label="more"):
    return {"project": project, "label": label, "conversations": list(conversations)}


def sorted_by(*groups):
    given = NoteInput(NOTE, (filed(4), filed(5)))  # shown as 1: s2, 2: s3, 3: s4, 4: s5
    return part_of("structural_note").read(json.dumps({"groups": list(groups)}), given)


def test_a_note_is_put_together_from_groups():
    note = sorted_by(group(1, 3), group(0, 1, 4, label="a course"))
    assert [(p.id, p.label, p.sessions) for p in note.projects] == [
        ("P1", "tiling", ("s1", "s4")),
        ("P2", "a course", ("s2", "s5")),
    ]
    assert [one.session_id for one in note.isolated] == ["s3"]
    assert note.projects[1].core_topic == "home"


def test_every_session_stands_in_exactly_one_place_whatever_the_groups():
    note = sorted_by(group(1, 1, 2), group(0, 2, 3), group(0, 4))
    places = [s for project in note.projects for s in project.sessions]
    places += [one.session_id for one in note.isolated]
    assert sorted(places) == ["s1", "s2", "s3", "s4", "s5"]
    assert note.place_of("s3") == "P1"
    assert note.place_of("s5") == "isolated"  # a new project takes two


@pytest.mark.parametrize("said", ['{"groups": 1}', '{"groups": [1]}', '{"groups": [{}]}',
                                  '{"groups": [{"project": 2, "conversations": []}]}'])  # fmt: skip
def test_groups_that_are_none_are_unusable(said):
    with pytest.raises(Unusable):
        part_of("structural_note").read(said, NoteInput(NOTE, (filed(4),)))


# -- small models that count their own list


def _told(*texts: str) -> Session:
    turns = tuple(
        Turn(f"s.{n}", "user", text, datetime(2031, 1, 1)) for n, text in enumerate(texts)
    )
    return Session("s", "ada", datetime(2031, 1, 1), datetime(2031, 1, 1, 1), turns)


def test_a_note_is_of_the_message_that_says_it_whatever_number_it_has():
    given = DependencyExtractorInput(_told("Hello there.", "Mind the step.", "My gym is Orme."))
    note = {"line": 1, "kind": "state", "about": "my gym", "value": "Orme"}
    rest = {"depends_on": "", "when": "", "question": ""}
    (found,) = (
        part_of("dependency_extractor").read(json.dumps({"notes": [note | rest]}), given).notes
    )
    assert (found.turn, found.words) == ("s.2", "My gym is Orme.")
    right = note | rest | {"line": 3}
    (same,) = part_of("dependency_extractor").read(json.dumps({"notes": [right]}), given).notes
    assert same == found


def test_a_fact_is_of_the_message_it_repeats_and_one_nobody_said_is_left_out():
    given = ExtractorInput(_told("Hello there.", "My gym is Orme."))
    facts = [
        {"line": 1, "fact": "The user's gym is Orme."},
        {"line": 2, "fact": "The user's dentist is Dr Ferro."},
    ]
    (found,) = part_of("extractor").read(json.dumps({"facts": facts}), given).notes
    assert (found.turn, found.words) == ("s.1", "The user's gym is Orme.")
