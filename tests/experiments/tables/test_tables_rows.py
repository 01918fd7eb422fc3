"""Tables with a row for each thing that happened."""

from __future__ import annotations

from typing import Any

import pytest

from experiments.tables.base import Trials
from experiments.tables.catalogue import TABLES
from experiments.tables.costs import Costs
from experiments.tables.failures import Failures
from experiments.tables.funnel import Funnel
from experiments.tables.lives import Lives
from experiments.tables.making import KINDS
from experiments.tables.probes import Probes, expected
from experiments.tables.retention import Retention
from experiments.tables.sessions import Sessions
from experiments.tables.timings import rows as timing_rows
from experiments.tables.writes import Writes
from experiments.trials import TrialSpec
from sim.cast.prices import Price, Prices

TRIAL = "bm25 | universal | unlimited | ideal"
OTHER = "none | oracle | 5 | literal"
PIECES = [
    {"id": "e1", "role": "rule", "session": "s0001", "turns": [], "needles": ["Brask"]},
    {"id": "e2", "role": "change", "session": "s0001", "turns": [], "needles": ["Brask"]},
]


def test_a_life(made: Any, rows: Any) -> None:
    ada = made()
    ada.session(1)
    ada.session(2)
    ada.add("moment", policy="", at=5, date="x", what="shift", detail={})
    (row,) = rows(Lives, ada)
    assert row == {
        "life": "ada", "user": "u", "persona": "Ada", "world": "home",
        "started_at": "2031-01-06T00:00:00", "months": 2, "sessions": 2, "turns": 2, "shifts": 1,
        "failed": False,
    }  # fmt: skip


def test_a_session(made: Any, rows: Any) -> None:
    ada = made()
    ada.session(3, tellings=[{}, {}], untold=["gold:x"], topic="rent")
    (row,) = rows(Sessions, ada)
    assert tuple(row) == tuple(TABLES["sessions"].types)
    assert (row["session"], row["at_day"], row["turns"], row["tokens"]) == ("s0003", 3, 1, 4)
    assert (row["told"], row["untold"], row["topic"]) == (2, 1, "rent")


def test_a_write_that_failed_is_null_and_not_false(made: Any, rows: Any) -> None:
    ada = made()
    ada.session(1)
    ada.write(1, None, wanted=True)
    ada.write(1, False, wanted=True, trial=OTHER)
    failed, passed = rows(Writes, ada)
    assert (failed["stored"], failed["entries"]) == (None, None)
    assert (passed["stored"], passed["entries"]) == (False, 0)


@pytest.mark.parametrize(
    ("reached", "correct", "lost_at", "shares"),
    [
        ((4, 4), True, "", (1.0, 1.0, 1.0, 1.0, 1.0)),
        ((4, 4), False, "used", (1.0, 1.0, 1.0, 1.0, 0.0)),
        ((4, 2), True, "kept", (1.0, 1.0, 0.5, 0.5, 0.5)),
        ((0, 4), False, "expressed", (0.5, 0.5, 0.5, 0.5, 0.0)),
        ((1, 1), False, "stored", (1.0, 0.0, 0.0, 0.0, 0.0)),
    ],
)
def test_where_evidence_was_lost(
    made: Any, rows: Any, reached: Any, correct: bool, lost_at: str, shares: Any
) -> None:
    ada = made()
    ada.probe("p", "cascade", evidence=PIECES, hop=1)
    pieces = [("e1", "rule", reached[0]), ("e2", "change", reached[1]), ("opt", "propagated", 0)]
    ada.answer("p", correct, reached=pieces)
    (row,) = rows(Probes, ada)
    assert tuple(row) == tuple(TABLES["probes"].types)
    stages = ("expressed", "stored", "kept", "retrieved", "used")
    assert tuple(row[stage] for stage in stages) == shares
    assert (row["lost_at"], row["correct"], row["hop"]) == (lost_at, correct, 1)


def test_an_answer_that_failed_says_so(made: Any, rows: Any) -> None:
    ada = made()
    ada.probe("p", "cascade", evidence=PIECES)
    ada.answer("p", None, failed="answer")
    (row,) = rows(Probes, ada)
    assert row["failure"] == "answer: it broke"
    assert [row[name] for name in ("answer", "correct", "score", "lost_at", "credited")] == [
        None
    ] * 5


def test_without_a_judge_nobody_knows_what_was_used(made: Any, rows: Any) -> None:
    ada = made()
    ada.probe("p", "multi-hop", study="retrieval", evidence=PIECES)
    ada.answer("p", None, judged=False, reached=[("e1", "rule", 4), ("e2", "change", 4)])
    (row,) = rows(Probes, ada)
    assert (row["retrieved"], row["used"], row["lost_at"], row["failure"]) == (1.0, None, "", None)


@pytest.mark.parametrize(
    ("kind", "accepted", "ordered", "words"),
    [
        ("tracking", ["a", "b"], True, "a → b"),
        ("aggregation", ["a", "b"], False, "a, b"),
        ("absence", [], False, "not known any more"),
        ("deletion", [], False, "not available"),
    ],
)
def test_the_right_answer_in_words(
    kind: str, accepted: list[str], ordered: bool, words: str
) -> None:
    gold = {"accepted": accepted, "ordered": ordered}
    assert expected({"kind": kind, "gold": gold, "labels": {}}) == words
    underivable = {"kind": kind, "gold": gold, "labels": {"underivable": "yes"}}
    assert expected(underivable) == "does not follow from what was told"


def test_the_funnel_counts_needed_evidence_by_its_part(made: Any, rows: Any) -> None:
    ada = made()
    ada.probe("p", "cascade", evidence=PIECES)
    ada.answer("p", False, reached=[("e1", "rule", 4), ("e2", "change", 3)])
    ada.answer("p", None, trial=OTHER, failed="judge", reached=[("e1", "rule", 4)])
    ada.probe("b", "cascade", "before", evidence=PIECES)
    ada.answer("b", True, reached=[("e1", "rule", 4)])
    found = {row["role"]: row for row in rows(Funnel, ada)}
    assert set(found) == {"rule", "change"}
    assert list(found["rule"].values()) == [
        TRIAL, "dependency", "cascade", "rule", 1, 1, 1, 1, 1, 0,
    ]  # fmt: skip
    assert list(found["change"].values())[4:] == [1, 1, 1, 1, 0, 0]


def test_the_funnel_of_a_study_that_is_not_judged_ends_with_retrieval(made: Any, rows: Any) -> None:
    ada = made()
    ada.probe("p", "multi-hop", study="retrieval", evidence=PIECES[:1])
    ada.answer("p", None, judged=False, reached=[("e1", "rule", 4)])
    (row,) = rows(Funnel, ada)
    assert (row["retrieved"], row["used"]) == (1, None)


def test_retention_by_month(made: Any, rows: Any) -> None:
    ada, bo = made("ada"), made("bo")
    ada.retention("f", {1: (2, 2), 2: (0, 2)})
    ada.retention("g", {2: (2, 2)}, kind="ongoing_state")
    bo.retention("f", {2: (1, 2)})
    found = {(row["kind"], row["month"]): row for row in rows(Retention, ada, bo)}
    assert set(found) == {
        ("all", 1), ("all", 2), ("user_profile", 1), ("user_profile", 2), ("ongoing_state", 2),
    }  # fmt: skip
    row = found["all", 2]
    assert (row["facts"], row["required"], row["present"], row["rate"]) == (3, 6, 3, 0.5)
    assert (found["all", 1]["low"], found["all", 1]["high"]) == (None, None)  # one life alone


def test_costs_are_summed_over_lives_and_judging(made: Any, rows: Any) -> None:
    lives = [made("ada"), made("bo")]
    usage = {"trial": "", "role": "user", "player": "scripted", "phase": "dialogue", "calls": 2,
             "tokens_read": 10, "tokens_written": 5, "estimated": True}  # fmt: skip
    for life in lives:
        life.add("usage", **usage)
        life.verdicts.append({"record": "usage", "life": life.life, **usage, "role": "judge"})
    found = rows(Costs, *lives)
    assert [(row["role"], row["calls"], row["tokens_read"]) for row in found] == [
        ("user", 4, 20),
        ("judge", 4, 20),
    ]


def test_tokens_cost_what_the_price_list_says_and_a_script_costs_nothing(
    made: Any, folder: Any
) -> None:
    life = made("ada")
    for player in ("scripted", "openai:gpt-x", "nobody-knows"):
        life.add("usage", trial="", role="user", player=player, phase="dialogue", calls=1,
                 tokens_read=1_000_000, tokens_written=500_000, estimated=False)  # fmt: skip
    prices = Prices(models={"gpt-x": Price(read=2.0, written=8.0)})
    table = Costs(Trials.of([TrialSpec()], 7, prices=prices))
    assert list(table.take(life.testimony(folder))) == []
    paid = {row["player"]: row["usd"] for row in table.rest()}
    assert paid == {"scripted": 0.0, "openai:gpt-x": 6.0, "nobody-knows": None}


def test_a_life_that_was_not_lived_counts_as_a_failure_and_as_nothing_else(
    made: Any, folder: Any
) -> None:
    life = made("ada")
    life.add("failure", trial="", where="life", why="the user fell silent", raw="???")
    testimony = life.testimony(folder)
    assert testimony.failed
    counted = {kind.name for kind in KINDS if kind.counts_failed}
    assert counted == {"costs", "failures", "lives"}
    (row,) = Failures(Trials.of([TrialSpec()], 7)).take(testimony)
    assert (row["where"], row["why"], row["raw"]) == ("life", "the user fell silent", "???")
    (lived,) = Lives(Trials.of([TrialSpec()], 7)).take(testimony)
    assert lived["failed"] is True


def test_every_failure_has_a_row(made: Any, rows: Any) -> None:
    ada = made()
    ada.add("failure", trial=TRIAL, where="add", why="disk")
    for name, failed in (("a", "answer"), ("b", "judge"), ("c", "")):
        ada.probe(name, "cascade")
        ada.answer(name, None if failed else True, failed=failed)
    assert [(row["where"], row["why"]) for row in rows(Failures, ada)] == [
        ("add", "disk"),
        ("answer", "probe a: it broke"),
        ("judge", "probe b: it broke"),
    ]


def test_the_latest_time_of_each_piece_of_work_counts() -> None:
    noted = [
        {"what": "lived", "life": "bo", "seconds": 1},
        {"what": "judged", "life": "ada", "seconds": 2.5},
        {"what": "lived", "life": "bo", "seconds": 3},
    ]
    assert [tuple(row.values()) for row in timing_rows(iter(noted))] == [
        ("judged", "ada", "", 1, 2.5),
        ("lived", "bo", "", 1, 3.0),
    ]


def test_the_time_a_memory_took_stands_under_its_trial() -> None:
    noted = [
        {"what": "retrieve", "life": "ada", "trial": TRIAL, "times": 20, "seconds": 0.5},
        {"what": "retrieve", "life": "ada", "trial": OTHER, "times": 20, "seconds": 0.25},
    ]
    assert [(row["trial"], row["times"], row["seconds"]) for row in timing_rows(iter(noted))] == [
        (TRIAL, 20, 0.5),
        (OTHER, 20, 0.25),
    ]


def test_on_policy_a_trial_is_matched_with_its_own_sessions_and_questions(
    made: Any, rows: Any
) -> None:
    ada = made()
    for policy, period in ((TRIAL, 0), (OTHER, 1)):
        ada.session(1, policy=policy, period=period)
        ada.probe("p", "exact_recall", policy=policy, question=f"asked of {policy}")
        ada.answer("p", True, trial=policy)
    found = {row["trial"]: row["question"] for row in rows(Probes, ada)}
    assert found == {TRIAL: f"asked of {TRIAL}", OTHER: f"asked of {OTHER}"}
