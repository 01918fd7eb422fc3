"""Lives to read: facts are marked, words are escaped, nothing is invented."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup, escape

from experiments.report.transcripts import marked, stories
from experiments.report.trusted import script_data
from experiments.running import Run

HOSTILE = ["<script>alert(1)</script>", "</details>", "&amp;", '"><img src=x onerror=alert(1)>']


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_words_are_only_words(text: str) -> None:
    shown = marked(f"I said {text} at Brask.", ["Brask"])
    assert "<mark>Brask</mark>" in shown
    assert str(escape(text)) in shown


@given(st.text(), st.lists(st.text(min_size=1, max_size=8), max_size=4))
def test_taking_the_marks_out_gives_the_text_back(text: str, needles: list[str]) -> None:
    shown = str(marked(text, needles)).replace("<mark>", "").replace("</mark>", "")
    assert Markup(shown).unescape() == text


def test_needles_are_found_over_several_blanks_and_in_any_case() -> None:
    assert str(marked("in keldara   GROVE", ["Keldara Grove"])) == "in <mark>keldara   GROVE</mark>"


def test_longer_needles_win() -> None:
    assert str(marked("Brask Hill", ["Brask", "Brask Hill"])) == "<mark>Brask Hill</mark>"


@given(st.text())
def test_data_cannot_end_the_script_it_stands_in(text: str) -> None:
    data = str(script_data([text]))
    assert not set("<>&\u2028\u2029") & set(data)


def test_every_session_of_a_life_can_be_read(run: Run) -> None:
    sessions = run.tables["sessions"]
    for story in stories(Path(run.path)):
        shown = [entry for entry in story.entries if entry.what == "session"]
        assert len(shown) == (sessions["life"] == story.life).sum()


def test_told_facts_are_marked_in_the_turn_that_tells_them(run: Run) -> None:
    lines = [
        line
        for story in stories(Path(run.path))
        for entry in story.entries
        for line in entry.lines
        if line.facts
    ]
    assert len(lines) > 20
    assert all("<mark>" in line.text for line in lines)
    assert all(line.speaker == "user" for line in lines)


def test_a_question_shows_every_trial_once(run: Run) -> None:
    trials = set(run.tables["scores"]["trial"])
    questions = [
        entry
        for story in stories(Path(run.path))
        for entry in story.entries
        if entry.what == "question"
    ]
    assert questions
    for question in questions:
        assert {row[0] for row in question.rows} == trials
        assert {row[2] for row in question.rows} <= {"right", "wrong", "failed"}
