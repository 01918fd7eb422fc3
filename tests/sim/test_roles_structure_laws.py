"""The structural note against plain counting over all sessions that were ever sorted into it."""

from __future__ import annotations

from collections import Counter
from math import log

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.roles.session_record import SessionRecord
from sim.roles.structure import (
    ISOLATED,
    UNASSIGNED,
    Filed,
    NotedProject,
    StructuralNote,
    find_place,
    sort_in,
)
from sim.roles.structure.note import PURPOSE
from sim.roles.structure.sorting import LIKE, LINK

WORDS = ("harbour", "museum", "tickets", "soup", "paint", "wall", "kiln")
records = st.builds(
    lambda aim, said, topic: SessionRecord(f"{aim}: {' '.join(said)}", "", topic),
    st.sampled_from(["To settle", "To find out"]),
    st.lists(st.sampled_from(WORDS), max_size=4),
    st.sampled_from(["", "food", "travel"]),
)
histories = st.lists(records, max_size=14)


def noted(history: list[SessionRecord], window: int = 1) -> StructuralNote:
    filed = [Filed(f"s{n}", record) for n, record in enumerate(history)]
    note = StructuralNote()
    for at in range(0, len(filed), window):
        note = sort_in(note, tuple(filed[at : at + window]))
    return note


def by_place(note: StructuralNote, history: list[SessionRecord]) -> dict[str, list[SessionRecord]]:
    found: dict[str, list[SessionRecord]] = {}
    for number, record in enumerate(history):
        found.setdefault(note.place_of(f"s{number}"), []).append(record)
    return found


# -- counts


@given(histories, st.integers(1, 5))
def test_a_note_knows_in_how_many_sessions_each_word_was_spoken(
    history: list[SessionRecord], window: int
) -> None:
    note = noted(history, window)
    everywhere = Counter(word for record in history for word in record.keys)
    assert dict(note.spoken) == dict(everywhere)
    for project in note.projects:
        mine = Counter(word for r in by_place(note, history)[project.id] for word in r.keys)
        assert project.uses == dict(mine)
        assert project.keys == {word for word, count in mine.items() if count > 1}


@given(histories, st.integers(1, 5))
def test_projects_are_numbered_as_they_were_founded_and_list_sessions_in_order(
    history: list[SessionRecord], window: int
) -> None:
    note = noted(history, window)
    assert [project.id for project in note.projects] == [
        f"P{number}" for number, _ in enumerate(note.projects, 1)
    ]
    founded = [int(project.sessions[1][1:]) for project in note.projects]
    assert founded == sorted(founded)
    for project in note.projects:
        numbers = [int(session[1:]) for session in project.sessions]
        assert numbers == sorted(numbers)
        assert project.label == history[numbers[0]].purpose
    apart = [int(filed.session_id[1:]) for filed in note.isolated]
    assert apart == sorted(apart)


@given(histories)
def test_a_project_is_founded_by_two_sessions_that_settle_the_same_matter(
    history: list[SessionRecord],
) -> None:
    for project in noted(history).projects:
        first, second = (history[int(session[1:])] for session in project.sessions[:2])
        assert first.settles
        assert second.settles
        assert first.keys & second.keys
        assert project.core_topic in (first.topic, second.topic)
        assert project.core_topic or not (first.topic or second.topic)


@given(histories)
def test_a_question_joins_only_what_shares_a_word_with_it(history: list[SessionRecord]) -> None:
    note = noted(history)
    for project in note.projects:
        members = [(int(session[1:]), history[int(session[1:])]) for session in project.sessions]
        for number, record in members:
            if not record.settles:
                before = [other.keys for at, other in members if at < number]
                assert any(record.keys & keys for keys in before)


# -- affinity: a log-odds of words and topic, plus what the purpose is worth


def affinity_counted(
    note: StructuralNote, history: list[SessionRecord], record: SessionRecord
) -> float:
    """Each sign of a record by itself, counted over the sessions as they were filed."""
    lasting: Counter[str] = Counter()
    passing: Counter[str] = Counter()
    sizes = Counter({"lasting": 1, "asked": 1})
    core = {project.id: project.core_topic for project in note.projects}
    for place, members in by_place(note, history).items():
        for one in members:
            stays = place != ISOLATED or one.settles
            sizes["lasting" if stays else "asked"] += 1
            topic = core.get(place, one.topic)
            (lasting if stays else passing).update({*one.keys, f"topic {topic}"})
    odds = sizes["lasting"] / sizes["asked"]
    total = PURPOSE if record.settles else -PURPOSE
    for sign in {*record.keys, f"topic {record.topic}"}:
        if lasting[sign] + passing[sign]:
            total += log((lasting[sign] + odds) / (passing[sign] + 1) / odds)
    return total


@settings(max_examples=80)
@given(histories, records)
def test_affinity_is_the_log_odds_counted_session_by_session(
    history: list[SessionRecord], record: SessionRecord
) -> None:
    note = noted(history)
    assert note.affinity(record) == pytest.approx(affinity_counted(note, history, record))


@given(histories, records)
def test_having_come_to_settle_something_makes_a_session_more_like_those_that_last(
    history: list[SessionRecord], record: SessionRecord
) -> None:
    note, words = noted(history), record.purpose.partition(": ")[2]
    settling = SessionRecord(f"To settle: {words}", "", record.topic)
    asking = SessionRecord(f"To find out: {words}", "", record.topic)
    assert note.affinity(settling) - note.affinity(asking) == pytest.approx(2 * PURPOSE)


def test_a_first_session_is_as_likely_as_its_purpose_says() -> None:
    record = SessionRecord("To settle: kiln", "", "home")
    assert StructuralNote().affinity(record) == PURPOSE


# -- places


def place_counted(note: StructuralNote, history: list[SessionRecord], record: SessionRecord) -> str:
    """By words, the strongest link, later projects first; else by kind; else apart."""
    links = {}
    places = by_place(note, history)
    for project in note.projects:
        mine = places[project.id]
        strength = 0.0
        for word in sorted(record.keys):
            inside = sum(word in one.keys for one in mine)
            outside = sum(word in one.keys for one in history) - inside
            if inside > 1:
                strength += 1 / (1 + outside)
        links[project.id] = strength
    best = max(links.values(), default=0.0)
    if best >= LINK:
        return [each for each in links if links[each] == best][-1]
    if note.projects and affinity_counted(note, history, record) > LIKE + 1e-9:
        same = [each.id for each in note.projects if each.core_topic == record.topic]
        return (same or [each.id for each in note.projects])[-1]
    return ISOLATED if history else UNASSIGNED


@settings(max_examples=80)
@given(histories, records)
def test_a_session_is_placed_by_its_words_else_by_its_kind_else_apart(
    history: list[SessionRecord], record: SessionRecord
) -> None:
    note = noted(history)
    if abs(note.affinity(record) - LIKE) > 1e-6:
        assert find_place(note, record) == place_counted(note, history, record)


def test_what_is_like_projects_joins_the_latest_of_its_topic_else_the_latest_of_all() -> None:
    """No word is shared; what a note of many lasting sessions knows of the topic decides."""
    topics = ("travel", "travel", "food", "food")
    note = StructuralNote(
        tuple(
            NotedProject(f"P{n}", "", topic, tuple(f"s{n}.{m}" for m in range(5)), ((f"w{n}", 5),))
            for n, topic in enumerate(topics, 1)
        )
    )
    for topic, place in (("travel", "P2"), ("food", "P4"), ("money", "P4")):
        record = SessionRecord("To settle: kiln", "", topic)
        assert find_place(note, record) == place


@given(histories, records)
def test_placing_a_session_changes_nothing_and_names_only_what_is_there(
    history: list[SessionRecord], record: SessionRecord
) -> None:
    note = noted(history)
    before = note.reading()
    place = find_place(note, record)
    assert place in {ISOLATED, UNASSIGNED, *(project.id for project in note.projects)}
    assert (place == UNASSIGNED) is (not history)
    assert note.reading() == before


@given(histories, st.integers(1, 5))
def test_the_note_reads_as_its_projects_and_what_is_isolated_each_session_once(
    history: list[SessionRecord], window: int
) -> None:
    note = noted(history, window)
    projects, _, isolated = note.reading().partition("isolated:")
    found = [line.rpartition(": ")[2].split() for line in projects.splitlines()]
    assert found == [list(project.sessions) for project in note.projects]
    said = [filed.session_id for filed in note.isolated]
    assert [line for line in isolated.splitlines() if line.startswith("s") and ": p" in line] == [
        f"{session}: purpose: {history[int(session[1:])].purpose}" for session in said
    ]


@given(histories)
def test_sorting_nothing_leaves_the_note_as_it_is(history: list[SessionRecord]) -> None:
    note = noted(history)
    assert sort_in(note, ()) is note
