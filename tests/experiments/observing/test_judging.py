"""Judging reads the journal; a judge that fails, and an answer that failed, have no score."""

from __future__ import annotations

import json

import pytest

from experiments.judging import judge_records, read_answer, read_probe
from experiments.recording import answer_record, probe_record
from experiments.studies import resolve
from experiments.trials import TrialSpec
from sim.cast import Cast
from sim.errors import RoleFailed, UnknownName
from sim.probes import Evidence, Failure, Gold, Probe
from sim.views import Answer, Memory, Question

ORACLE, NONE = TrialSpec(backend="oracle"), TrialSpec(backend="none")


@pytest.fixture
def journal(kit, book, monkeypatch):
    """One exact-recall question under the oracle and without memory."""
    home = book.fact("home", "Brask")
    book.session(1, home)
    book.end()
    study = kit.asking(home)
    monkeypatch.setattr("experiments.judging.studies.resolve", lambda name: type(study))
    return kit.observed(book.source(), ORACLE, NONE, studies=[study])


def answered(journal, trial, text):
    """The journal with another answer of one trial."""
    return [
        {**row, "text": text} if (row["record"], row.get("trial")) == ("answer", trial) else row
        for row in journal
    ]


def test_every_answer_gets_one_verdict_in_the_order_of_the_journal(journal):
    verdicts = list(judge_records(journal, Cast()))
    assert [row["trial"] for row in verdicts] == [ORACLE.name, NONE.name]
    assert all(row["record"] == "verdict" for row in verdicts)


def test_a_right_answer_scores_one_and_a_wrong_one_zero(journal):
    given = answered(answered(journal, ORACLE.name, "You live in Brask."), NONE.name, "In Oslo.")
    right, wrong = judge_records(given, Cast())
    assert (right["score"], right["correct"], right["failure"]) == (1.0, True, None)
    assert (wrong["score"], wrong["correct"], wrong["failure"]) == (0.0, False, None)


def test_a_journal_read_from_disk_is_judged_alike(journal):
    read = [json.loads(json.dumps(row)) for row in journal]
    assert list(judge_records(read, Cast())) == list(judge_records(journal, Cast()))


def test_a_failed_answer_has_a_failure_and_no_score(journal):
    failure = {"where": "search", "why": "it broke"}
    broken = [
        {**row, "text": None, "failure": failure} if row["record"] == "answer" else row
        for row in journal
    ]
    for verdict in judge_records(broken, Cast()):
        assert (verdict["score"], verdict["correct"], verdict["failure"]) == (None, None, failure)


class Mute:
    name = "mute"

    def play(self, role, given, rng, place):
        raise RoleFailed(role.name, "no verdict in the reply", raw="maybe?")


def test_a_judge_without_a_verdict_is_a_failure_and_never_a_zero(journal):
    for verdict in judge_records(journal, Cast(players={"judge": Mute()})):
        assert (verdict["score"], verdict["correct"]) == (None, None)
        assert verdict["failure"]["where"] == "judge"
        assert "no verdict in the reply" in verdict["failure"]["why"]


def test_usage_of_judges_is_booked_under_life_trial_and_phase(journal):
    cast = Cast()
    list(judge_records(journal, cast))
    places = [
        (line.role, line.place.life, line.place.trial, line.place.phase)
        for line in cast.book.lines()
    ]
    assert places == [
        ("judge", "life-1", NONE.name, "judge"),
        ("judge", "life-1", ORACLE.name, "judge"),
    ]


def test_studies_that_are_measured_otherwise_are_not_judged(journal, monkeypatch):
    monkeypatch.setattr("experiments.judging.studies.resolve", lambda name: resolve("retrieval"))
    assert list(judge_records(journal, Cast())) == []


def test_a_journal_of_a_study_nobody_knows_says_so(journal, monkeypatch):
    monkeypatch.setattr("experiments.judging.studies.resolve", resolve)
    with pytest.raises(UnknownName, match="'ask_at_end'"):
        list(judge_records(journal, Cast()))


def test_on_policy_each_trial_has_its_own_probe(journal, kit):
    (probe,) = kit.kept(journal, "probe")
    alone = []
    for trial, value in ((ORACLE.name, "Brask"), (NONE.name, "Oslo")):
        gold = {**probe["gold"], "accepted": [value]}
        alone.append({**probe, "policy": trial, "gold": gold})
        alone += [{**row, "text": "In Oslo."} for row in kit.kept(journal, "answer", trial=trial)]
    assert [row["correct"] for row in judge_records(alone, Cast())] == [False, True]


def test_probe_and_answer_come_back_from_their_records(kit, book):
    at = kit.CALENDAR.date(500)
    probe = Probe(
        "gold:p", "dependency", "tracking", "end", 500, Question("", "", "Where?", at),
        Gold(("a", "b"), ("c",), ("d",), ordered=True),
        (Evidence("gold:e", "value", "s0001", ("s0001.0",), ("a",)),),
        (Evidence("gold:o", "propagated", needles=("b",)),),
        "gold:pair", 2, ("home", "job"), {"a": "b"},
    )  # fmt: skip
    answer = Answer("text", (Memory("m", "t", at, ("s0001",), ("s0001.0",), 0.5),))
    record = probe_record(book.life, probe, "", "s0001")
    assert read_probe(json.loads(json.dumps(record))) == probe
    given = answer_record(book.life, "trial", probe, answer)
    assert read_answer(json.loads(json.dumps(given))) == answer
    failed = answer_record(book.life, "trial", probe, failure=Failure("search", "it broke"))
    assert (failed["text"], failed["failure"]) == (None, {"where": "search", "why": "it broke"})
