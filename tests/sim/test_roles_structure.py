"""Topics, session records, the structural note and placement."""

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.roles.placement import PLACEMENT, PlacementInput
from sim.roles.session_record import SESSION_RECORD, SessionRecord, SessionRecordInput
from sim.roles.structural_note import STRUCTURAL_NOTE, NoteInput
from sim.roles.structure import ISOLATED, UNASSIGNED, Filed, StructuralNote, find_place, sort_in
from sim.roles.topics import topic_of
from sim.seeds import stream
from sim.views import Session, Turn

AT = datetime(2031, 1, 6)


def session(*texts):
    lines = [line for text in texts for line in (("user", text), ("assistant", "I see."))]
    turns = tuple(Turn(f"s1.{n}", who, text, AT) for n, (who, text) in enumerate(lines))
    return Session("s1", "u1", AT, AT, turns)


def recorded(*texts):
    return SESSION_RECORD.twin(SessionRecordInput(session(*texts)), stream(1))


def settles(what, topic=""):
    return SessionRecord(f"To settle: {what}", "", topic)


def asks(what, topic=""):
    return SessionRecord(f"To find out: {what}", "", topic)


def noted(*records, note=StructuralNote()):  # noqa: B008
    """A note with these records, each in a window of its own, under the ids s0, s1, ..."""
    first = len(note.isolated) + sum(len(project.sessions) for project in note.projects)
    for number, record in enumerate(records, start=first):
        note = sort_in(note, (Filed(f"s{number}", record),))
    return note


# -- topics


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("My sourdough bread does not rise in the oven.", "food"),
        ("Which train to the airport leaves at noon?", "travel"),
        ("The radiator in the bathroom leaks.", "home"),
        ("My Python script throws an exception.", "code"),
        ("How do I train for a marathon?", "sport"),
        ("What does the pension pay in interest?", "money"),
        ("Hello, it's me.", ""),
        ("", ""),
    ],
)
def test_words_point_to_a_topic(text, topic):
    assert topic_of([text]) == topic


def test_the_opening_counts_most():
    assert topic_of(["Bake bread?", "Python script.", "Python code."]) == "food"


def test_words_that_point_to_two_topics_alike_point_to_none():
    assert topic_of(["Bread and Python."]) == ""


@given(st.lists(st.text(max_size=40), max_size=4))
def test_any_text_has_at_most_one_topic(texts):
    assert topic_of(texts) in ("", topic_of(texts))


# -- records


def test_a_record_says_what_the_user_came_for():
    made = recorded("Hello. How long does soup keep?", "In the fridge?", "Thanks!")
    assert made.purpose == "To find out: How long does soup keep?"
    assert (made.topic, made.settles) == ("food", False)
    assert made.keys == {"long", "soup", "keep"}


def test_a_record_tells_settling_from_finding_out():
    made = recorded("About the bathroom tiles.", "We decided on the blue tiles.", "Thanks!")
    assert made.settles
    assert "We decided on the blue tiles." in made.summary


def test_the_assistants_words_are_not_recorded():
    turns = (Turn("s1.0", "assistant", "We decided on a plan for bread.", AT),)
    made = SESSION_RECORD.twin(SessionRecordInput(Session("s1", "u1", AT, AT, turns)), stream(1))
    assert made == SessionRecord("To find out: ", "", "")


def test_a_record_reads_as_its_three_fields():
    assert settles("tiles", "home").reading() == "purpose: To settle: tiles\nsummary: \ntopic: home"


# -- the note


def test_two_sessions_of_one_matter_found_a_project():
    note = noted(settles("Plan the harbour museum visit."), settles("Tickets for harbour museum."))
    (project,) = note.projects
    assert project.sessions == ("s0", "s1")
    assert project.keys == {"harbour", "museum"}
    assert note.isolated == ()


def test_an_isolated_session_is_reassigned_when_its_project_is_founded():
    note = noted(settles("Plan the harbour museum visit."))
    assert note.place_of("s0") == ISOLATED
    note = noted(settles("Tickets for harbour museum."), note=note)
    assert note.place_of("s0") == note.place_of("s1") == "P1"


def test_questions_found_no_project():
    note = noted(asks("Is the harbour museum open?"), asks("Where is the harbour museum?"))
    assert note.projects == ()


def test_the_same_question_asked_again_founds_no_project():
    note = noted(settles("Is the harbour museum open?"), settles("Is the harbour museum open?"))
    assert note.projects == ()


def test_a_word_used_everywhere_links_nothing():
    common = [asks(f"Where is the harbour {n}street?") for n in ("ab", "cd", "ef")]
    note = noted(*common, settles("Plan a harbour cruise."), settles("Paint a harbour wall."))
    assert note.projects == ()


def test_a_project_takes_up_what_shares_its_name():
    note = noted(
        settles("Plan the harbour museum visit."),
        settles("Tickets for harbour museum."),
        asks("When does the harbour museum close?"),
    )
    assert note.projects[0].sessions == ("s0", "s1", "s2")


def test_structure_once_found_is_believed():
    """PerMem-Bench, finding 1: a topic of projects goes on attracting mere questions."""
    pair = (settles("Plan the harbour museum visit.", "travel"),)
    steps = [settles(f"Tickets for harbour museum, {n}.", "travel") for n in range(8)]
    passing = [asks(f"How long does dish{n} keep?", "food") for n in range(8)]
    note = noted(*pair, *steps, *passing)
    assert find_place(note, asks("Which ferry is cheapest?", "travel")) == "P1"
    assert find_place(note, asks("Which soup is cheapest?", "food")) == ISOLATED


def test_nothing_has_a_place_in_an_empty_note():
    assert find_place(StructuralNote(), settles("Anything.")) == UNASSIGNED
    assert StructuralNote().place_of("s1") == UNASSIGNED


WORDS = ("harbour", "museum", "tickets", "soup", "paint", "wall")
RECORDS = st.lists(
    st.builds(
        SessionRecord,
        st.tuples(
            st.sampled_from(["To settle: ", "To find out: "]),
            st.lists(
                st.sampled_from(["harbour", "museum", "tickets", "soup", "paint", "wall"]),
                max_size=4,
            ),
        ).map(lambda made: made[0] + " ".join(made[1])),
        st.just(""),
        st.sampled_from(["", "food", "travel"]),
    ),
    max_size=25,
)


@given(RECORDS, st.integers(1, 6))
def test_every_session_stands_in_exactly_one_place(records, window):
    filed = [Filed(f"s{n}", record) for n, record in enumerate(records)]
    note = StructuralNote()
    for at in range(0, len(filed), window):
        note = sort_in(note, tuple(filed[at : at + window]))
    places = [one.session_id for one in note.isolated]
    places += [each for project in note.projects for each in project.sessions]
    assert sorted(places) == sorted(one.session_id for one in filed)
    assert all(note.place_of(one.session_id) != UNASSIGNED for one in filed)
    assert all(len(project.sessions) > 1 for project in note.projects)


@given(RECORDS)
def test_what_was_once_in_a_project_stays_there(records):
    note, homes = StructuralNote(), {}
    for number, record in enumerate(records):
        note = sort_in(note, (Filed(f"s{number}", record),))
        now = {each: project.id for project in note.projects for each in project.sessions}
        assert homes.items() <= now.items()
        homes = now


# -- the roles


def test_the_roles_play_the_same_by_their_twins():
    one = Filed("s0", settles("Plan the harbour museum visit."))
    two = Filed("s1", settles("Tickets for harbour museum."))
    done = STRUCTURAL_NOTE.twin(NoteInput(StructuralNote(), (one, two)), stream(1))
    note = done.note
    assert done.reading() == note.reading()
    assert note == sort_in(StructuralNote(), (one, two))
    three = Filed("s2", asks("When does the harbour museum close?"))
    placed = PLACEMENT.twin(PlacementInput(note, three), stream(1))
    assert (placed.place, placed.reading()) == ("P1", "P1")
    empty = PLACEMENT.twin(PlacementInput(StructuralNote(), three), stream(1))
    assert empty.reading() == "unassigned"


def test_a_model_would_read_the_note_and_the_new_records():
    note = noted(
        settles("Plan the harbour museum visit.", "travel"),
        settles("Tickets for harbour museum.", "travel"),
        asks("Is soup healthy?", "food"),
    )
    text = NoteInput(note, (Filed("s3", asks("Is rice?", "food")),)).reading()
    assert "P1 (travel) To settle: Plan the harbour museum visit.: s0 s1" in text
    assert "isolated:\ns2: purpose: To find out: Is soup healthy?" in text
    assert "s3: purpose: To find out: Is rice?" in text
    assert PlacementInput(note, Filed("s9", asks("x"))).reading().endswith("topic: ")
