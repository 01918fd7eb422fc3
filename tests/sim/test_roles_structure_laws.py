"""The structural note against plain counting over all sessions that were ever sorted into it."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.roles.session_record import SessionRecord
from sim.roles.structure import (
    Filed,
    StructuralNote,
    sort_in,
)
from sim.roles.structure.leanings import ASKED, PRIOR, SETTLED, Leanings

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


# -- leanings: what sessions on a topic were like, each topic in part


@given(histories)
def test_every_session_counts_once_however_many_topics_it_speaks_of(
    history: list[SessionRecord],
) -> None:
    leanings = Leanings()
    for record in history:
        leanings = leanings.after(record)
    topical = [record for record in history if record.topic]
    first = next((n for n, record in enumerate(history) if record.topic), len(history))
    counted = sum(sessions for _, sessions, _ in leanings.counts)
    assert counted == pytest.approx(len(history) - first)  # before it no topic is known
    assert bool(topical) == bool(leanings.counts)
    assert all(0 <= settled <= sessions + 1e-9 for _, sessions, settled in leanings.counts)


@given(histories, records)
def test_having_come_to_settle_something_makes_a_session_more_likely_to_last(
    history: list[SessionRecord], record: SessionRecord
) -> None:
    leanings, words = noted(history).leanings, record.purpose.partition(": ")[2]
    settling = SessionRecord(f"To settle: {words}", "", record.topic)
    asking = SessionRecord(f"To find out: {words}", "", record.topic)
    assert leanings.odds(settling) - leanings.odds(asking) == pytest.approx(SETTLED - ASKED)


def test_a_first_session_is_as_likely_as_its_purpose_says() -> None:
    assert Leanings().odds(SessionRecord("To settle: kiln", "", "home")) == PRIOR + SETTLED


def test_a_topic_in_which_things_are_settled_lasts_and_one_that_only_asks_does_not() -> None:
    leanings = Leanings()
    for _ in range(6):
        leanings = leanings.after(SessionRecord("To settle: a", "", "home"))
        leanings = leanings.after(SessionRecord("To find out: b", "", "food"))
    assert leanings.odds(SessionRecord("To find out: c", "", "home")) > 0
    assert leanings.odds(SessionRecord("To settle: d", "", "food")) < 0


def test_nothing_fades() -> None:
    """PerMem-Bench, finding 1: after a shift, what was once found is still believed."""
    leanings = Leanings()
    for _ in range(40):
        leanings = leanings.after(SessionRecord("To settle: a", "", "home"))
    for _ in range(8):
        leanings = leanings.after(SessionRecord("To find out: a", "", "home"))
    assert leanings.odds(SessionRecord("To find out: a", "", "home")) > 0


def test_graded_topics_count_in_part_and_the_familiar_one_is_meant() -> None:
    leanings = Leanings()
    for _ in range(5):
        leanings = leanings.after(SessionRecord("To settle: a", "", "home"))
    between = SessionRecord("To settle: a", "", "", (("food", 2.0), ("home", 2.0)))
    assert leanings.topic(between) == "home"
    assert Leanings().topic(SessionRecord("To settle: a", "", "")) == ""
