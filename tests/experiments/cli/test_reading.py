"""tables, show, list: readable in 80 columns, and the same as JSON."""

import json
from typing import get_args

import pytest

import experiments
from experiments.cli.showing.words import ABOUT, ENDED
from sim.facts import FactKind
from sim.moments import EndReason


@pytest.fixture(scope="module")
def life(run):
    return experiments.open_run(run).lives[0]


def lines(said):
    assert said.code == 0
    found = said.out.splitlines()
    assert all(len(line) <= 80 for line in found)
    return found


# --- tables ---------------------------------------------------------------------------------------


def test_all_tables_of_design_are_named(lifeworld, run):
    rows = json.loads(lifeworld("tables", run, "--json").out)
    assert {row["table"] for row in rows} >= {
        "sessions", "writes", "probes", "scores", "funnel", "gating", "retention", "costs",
        "failures", "timings",
    }  # fmt: skip
    assert all(set(row) == {"table", "rows", "columns"} for row in rows)


@pytest.mark.parametrize("name", ["lives", "sessions", "scores", "probes", "gating", "failures"])
def test_json_has_every_row_and_column(lifeworld, run, name):
    frame = experiments.open_run(run).tables[name]
    rows = json.loads(lifeworld("tables", run, name, "--json").out)
    assert len(rows) == len(frame)
    assert all(list(row) == list(frame.columns) for row in rows)


def test_scores_fit_with_their_means_and_intervals(lifeworld, run):
    found = lines(lifeworld("tables", run, "scores", "--limit", 5))
    header = next(line for line in found if line.startswith("kind"))
    assert {"measure", "asked", "scored", "mean", "low", "high"} <= set(header.split())
    assert any(line.startswith("[bm25 | universal | 200 | ideal, dependency]") for line in found)
    assert found[-1].endswith("more rows (--limit)")


def test_an_unknown_table_gets_the_nearest_name(lifeworld, run):
    said = lifeworld("tables", run, "scroes")
    assert (said.code, "did you mean 'scores'?" in said.sentence) == (2, True)


# --- show -----------------------------------------------------------------------------------------


def test_lives_then_sessions_then_a_transcript(lifeworld, run, life):
    assert any(line.startswith(life) for line in lines(lifeworld("show", run)))
    sessions = json.loads(lifeworld("show", run, "--life", life, "--json").out)
    assert [row["session"] for row in sessions] == list(range(1, len(sessions) + 1))
    lines(lifeworld("show", run, "--life", life))
    telling = next(row["session"] for row in sessions if row["facts_told"])
    transcript = lines(lifeworld("show", run, "--life", life, "--session", telling))
    assert transcript[0].startswith(f"{life}, session {telling}, 20")
    assert any(line.startswith("     user: ") for line in transcript)


def test_facts_are_marked_where_they_are_expressed(lifeworld, run, life):
    sessions = json.loads(lifeworld("show", run, "--life", life, "--json").out)
    number = next(row["session"] for row in sessions if row["facts_told"])
    args = ("show", run, "--life", life, "--session", number)
    (record,) = json.loads(lifeworld(*args, "--json").out)
    said = lifeworld(*args).out
    text = " ".join(said.split())
    for telling in record["tellings"]:
        assert f"^ {ABOUT[telling['kind']]}: {'; '.join(telling['needles'])}" in text
        assert telling["fact"] not in text
        assert all(f">>{needle.casefold()}<<" in text.casefold() for needle in telling["needles"])


def test_ids_and_kinds_are_shown_on_demand(lifeworld, run, life):
    sessions = json.loads(lifeworld("show", run, "--life", life, "--json").out)
    number = next(row["session"] for row in sessions if row["facts_told"])
    args = ("show", run, "--life", life, "--session", number)
    (record,) = json.loads(lifeworld(*args, "--json").out)
    text = " ".join(lifeworld(*args, "--debug").out.split())
    assert all(f"({one['kind']} {one['fact']})" in text for one in record["tellings"])
    assert ENDED[record["end_reason"]] in text


def test_there_are_plain_words_for_every_fact_and_end():
    assert set(ABOUT) == set(get_args(FactKind))
    assert set(ENDED) == set(get_args(EndReason))
    assert not any("_" in words for words in (*ABOUT.values(), *ENDED.values()))


def test_questions_are_called_by_what_is_enough_to_ask_for_them(lifeworld, run, life):
    rows = json.loads(lifeworld("show", run, "--life", life, "--probes", "--json").out)
    listed = lifeworld("show", run, "--life", life, "--probes").out
    assert "gold:" not in listed
    for row in rows[:3]:
        short = row["probe"].removeprefix("gold:probe/")
        assert lifeworld("show", run, "--probe", short).code == 0


def test_a_probe_shows_every_answer_with_its_trace(lifeworld, run, life):
    rows = json.loads(lifeworld("show", run, "--life", life, "--probes", "--json").out)
    probe = next(row["probe"] for row in rows if row["kind"] == "exact_recall")
    found = lines(lifeworld("show", run, "--probe", probe))
    assert any(line.startswith(" question: ") for line in found)
    trials = experiments.open_run(run).tables["scores"]["trial"].unique()
    assert set(trials) <= set(found)
    assert (
        found.count("    trace: value: expressed > not stored") == 2
    )  # both trials without memory
    assert any(line.startswith("  verdict: right") for line in found)


def test_a_probe_and_a_trial_may_be_named_in_part(lifeworld, run, life):
    rows = json.loads(lifeworld("show", run, "--life", life, "--probes", "--json").out)
    part = rows[0]["probe"].partition(":")[2]
    found = lines(lifeworld("show", run, "--probe", part, "--trial", "bm25"))
    assert any(line.startswith("        1. 20") for line in found)
    assert not any(line.startswith("oracle") for line in found)


def test_a_probe_as_json_is_the_probe_and_its_answers(lifeworld, run, life):
    rows = json.loads(lifeworld("show", run, "--life", life, "--probes", "--json").out)
    first, *answers = json.loads(lifeworld("show", run, "--probe", rows[0]["probe"], "--json").out)
    assert first["record"] == "probe"
    assert [answer["verdict"]["trial"] for answer in answers] == [a["trial"] for a in answers]


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["--session", 1], "need --life"),
        (["--probes"], "need --life"),
        (["--trial", "bm25"], "--trial needs --probe"),
        (["--life", "nobody"], "no life is called 'nobody'"),
        (["--probe", "nothing like it"], "no probe is called 'nothing like it'"),
        (["--probe", "dependency"], "no single probe is called 'dependency'"),
    ],
)
def test_what_cannot_be_shown(lifeworld, run, args, sentence):
    said = lifeworld("show", run, *args)
    assert (said.code, sentence in said.sentence) == (2, True)


def test_a_session_that_was_never_held(lifeworld, run, life):
    said = lifeworld("show", run, "--life", life, "--session", 9999)
    assert (said.code, "no session is called '9999'" in said.sentence) == (2, True)


def test_a_trial_that_is_not_one(lifeworld, run, life):
    probe = json.loads(lifeworld("show", run, "--life", life, "--probes", "--json").out)[0]["probe"]
    said = lifeworld("show", run, "--probe", probe, "--trial", "none")
    assert (said.code, "no single trial is called 'none'" in said.sentence) == (2, True)


# --- list -----------------------------------------------------------------------------------------

EXPECTED = {
    "worlds": {"first_home"},
    "personas": {"emeric_thorne"},
    "domains": {"home", "travel"},
    "backends": {"full_context", "recency", "bm25", "dense", "none", "oracle"},
    "gates": {"universal", "oracle"},
    "embedders": {"use"},
    "readers": {"ideal", "literal", "always_abstain"},
    "studies": {"dependency", "retention", "retrieval"},
    "recipes": {"quickstart", "locomo_retrieval"},
    "roles": {"user", "assistant", "reveal_checker", "answerer", "judge", "summariser", "gate"},
    "formats": {"locomo"},
}


@pytest.mark.parametrize("what", EXPECTED)
def test_lists_name_what_there_is_and_say_what_it_is(lifeworld, what):
    found = lines(lifeworld("list", what))
    rows = json.loads(lifeworld("list", what, "--json").out)
    assert {row["name"] for row in rows} >= EXPECTED[what]
    assert {row["name"] for row in rows} <= set(found)
    assert all(row["doc"] for row in rows)
