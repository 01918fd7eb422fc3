"""``lifeworld show`` and ``tables``: the right record by a part of its name, and all of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.cli.showing import journal as shown
from experiments.cli.showing import overview, questions, transcripts
from experiments.cli.showing.marks import BOLD, PLAIN, marked
from experiments.cli.tabling import GROUPS, readable
from experiments.folder import RunFolder
from experiments.tables.catalogue import TABLES
from sim import journal
from sim.errors import UnknownName

TRIALS = ("bm25 | universal | unlimited | ideal", "bm25 | oracle | unlimited | ideal")


def life(name: str) -> dict[str, Any]:
    return {"record": "life", "life": name, "persona": "Ada", "world": ""}


def session(name: str, number: int, **more: Any) -> dict[str, Any]:
    turns = [
        {"id": f"s{number:04}.{n}", "speaker": who, "text": text, "at": "x"}
        for n, (who, text) in enumerate([("user", "I live in Brask."), ("assistant", "Ok.")])
    ]
    told = [{"fact": "gold:home", "turn": f"s{number:04}.0", "kind": "value", "needles": ["Brask"]}]
    return {"record": "session", "life": name, "policy": "", "session": f"s{number:04}",
            "started_at": "2031-01-07T09:00:00", "source": "change", "domain": "", "turns": turns,
            "tellings": told, "untold": ["gold:job"], "end_reason": "all_revealed",
            **more}  # fmt: skip


def probe(name: str, probe_id: str, **more: Any) -> dict[str, Any]:
    gold = {"accepted": ["Brask"], "stale": ["Oslo"], "hidden": [], "ordered": False}
    return {"record": "probe", "life": name, "probe": probe_id, "study": "dependency",
            "kind": "cascade", "phase": "after", "asked_at": "2031-02-01T12:00:00",
            "question": "Where?", "gold": gold, "evidence": [], **more}  # fmt: skip


def answer(name: str, probe_id: str, trial: str, **more: Any) -> dict[str, Any]:
    trace = [{"id": "e", "role": "rule", "expressed": True, "stored": True, "kept": False,
              "retrieved": False}]  # fmt: skip
    return {"record": "answer", "life": name, "trial": trial, "probe": probe_id, "text": "Brask.",
            "memories": [], "context_tokens": 4, "trace": trace, "failure": None,
            **more}  # fmt: skip


@pytest.fixture
def run(tmp_path: Path) -> Path:
    folder = RunFolder(tmp_path)
    folder.prepare()
    folder.header.write_text('{"recipe": {}, "identity": "x"}')
    for name in ("ada", "bo"):
        asked = [f"{name}/1/before", f"{name}/1/after", f"{name}/11/after"]
        records = [life(name), session(name, 2), session(name, 10)]
        records += [probe(name, each) for each in asked]
        records += [answer(name, each, trial) for each in asked for trial in TRIALS]
        journal.write(folder.journal(name), records)
        verdict = {"record": "verdict", "life": name, "trial": TRIALS[0], "probe": asked[1],
                   "correct": True, "why": "says so", "failure": None}  # fmt: skip
        journal.write(folder.verdicts_of(name), [verdict, {"record": "usage"}])
    return tmp_path


@pytest.mark.parametrize(
    ("asked", "life_", "found"),
    [
        ("ada/1/after", None, ("ada", "ada/1/after")),
        ("bo/11", None, ("bo", "bo/11/after")),
        ("before", "bo", ("bo", "bo/1/before")),
        ("1/before", "ada", ("ada", "ada/1/before")),
    ],
)
def test_a_question_is_found_by_a_part_only_it_has(
    run: Path, asked: str, life_: str | None, found: tuple[str, str]
) -> None:
    assert shown.find_probe(run, asked, life_) == found


def test_a_part_that_several_have_is_refused_with_those(run: Path) -> None:
    with pytest.raises(UnknownName, match="no single probe is called 'before'") as refused:
        shown.find_probe(run, "before", None)
    assert "ada/1/before, bo/1/before" in str(refused.value)
    with pytest.raises(UnknownName, match="no probe is called 'cy/1'"):
        shown.find_probe(run, "cy/1", None)
    with pytest.raises(UnknownName, match="no life is called 'adda': did you mean 'ada'"):
        shown.records(run, "adda")


def test_a_trial_is_found_by_a_part_only_it_has(run: Path) -> None:
    asked, only = questions.records(run, "ada/1/after", None, "oracle")
    assert (asked["record"], only["trial"], only["verdict"]) == ("probe", TRIALS[1], None)
    with pytest.raises(UnknownName, match="no single trial is called 'bm25'"):
        questions.records(run, "ada/1/after", None, "bm25")


def test_a_question_is_told_with_its_verdict_and_where_evidence_was_lost(run: Path) -> None:
    text = "\n".join(questions.lines(questions.records(run, "ada/1/after", None, TRIALS[0])))
    assert "    right: Brask" in text
    assert "    stale: Oslo" in text
    assert "  verdict: right: says so" in text
    assert "    trace: rule: expressed > stored > not kept" in text


def test_memories_noted_by_their_turns_are_put_into_words_again(run: Path) -> None:
    folder = RunFolder(run)
    memory = {"text": None, "turns": ["s0002.0", "s0002.1", "s9999.0"], "created_at": "2031-01-07"}
    records = [life("ada"), session("ada", 2), probe("ada", "p"),
               answer("ada", "p", TRIALS[0], memories=[memory])]  # fmt: skip
    journal.write(folder.journal("ada"), records)
    found = questions.records(run, "p", "ada", None)
    assert found[1]["memories"][0]["text"] == "I live in Brask. / Ok."
    assert any("1. 2031-01-07" in line for line in questions.lines(found, memories=True))


def test_a_conversation_is_read_with_its_facts_where_they_were_told(run: Path) -> None:
    text = list(transcripts.lines(transcripts.records(run, "ada", 10)))
    assert text[0] == "ada, session 10, 2031-01-07 09:00, change"
    said = text.index("     user: I live in >>Brask<<.")
    assert text[said + 1].endswith("^ how something is: Brask")
    assert text[-2:] == [
        "the session ended: everything planned was said", "planned and not said: 1 fact"
    ]  # fmt: skip
    named = list(transcripts.lines(transcripts.records(run, "ada", 10), ids=True))
    assert named[-1] == "planned and not said: 1 fact (gold:job)"
    with pytest.raises(UnknownName, match=r"no session is called '3'.*\(known: 10, 2\)"):
        transcripts.records(run, "ada", 3)


def test_what_there_is_to_read_adds_up(run: Path) -> None:
    lives = overview.rows(run, None, probes=False)
    assert [row["life"] for row in lives] == ["ada", "bo"]
    for row in lives:
        assert row["sessions"] == len(overview.rows(run, row["life"], probes=False)) == 2
        assert row["probes"] == len(overview.rows(run, row["life"], probes=True)) == 3
    assert [row["session"] for row in overview.rows(run, "bo", probes=False)] == [2, 10]


# --- marks and tables -----------------------------------------------------------------------------

letters = st.text(st.sampled_from("ab c.(["), max_size=25)


@given(text=letters, needles=st.lists(letters, max_size=4), color=st.booleans())
def test_marks_are_added_and_nothing_else_is_changed(
    text: str, needles: list[str], color: bool
) -> None:
    before, after = (BOLD, PLAIN) if color else (">>", "<<")
    found = marked(text, needles, color=color)
    assert found.replace(before, "").replace(after, "") == text
    assert found.count(before) == found.count(after)


@given(
    said=st.lists(st.sampled_from(["Brask", "Oslo", "braskish", "home"]), max_size=8),
    needle=st.sampled_from(["brask", "Oslo", "ask"]),
)
def test_a_word_is_marked_each_time_it_is_said_and_only_whole(said: list[str], needle: str) -> None:
    times = sum(word.lower() == needle.lower() for word in said)
    assert marked(" ".join(said), [needle], color=False).count(">>") == times


@pytest.mark.parametrize("name", list(GROUPS))
def test_tables_are_headed_by_columns_they_have(name: str) -> None:
    assert set(GROUPS[name]) <= set(TABLES[name].types)


@pytest.mark.parametrize("name", [name for name in TABLES if name in GROUPS])
def test_nothing_is_left_out_of_a_table_but_what_its_trial_says(name: str) -> None:
    row = {column: column for column in TABLES[name].types}
    (left,) = readable(name, [row])
    parts = {"gate", "backend", "budget", "reader"}
    assert set(row) - set(left) == (parts & set(row) if "trial" in GROUPS[name] else set())
    assert readable(None, [row]) == [row]
