"""Tables that add up over lives: costs, retention, failures, lives; and damaged journals."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from experiments.tables import testimony as told
from experiments.tables.base import Trials
from experiments.tables.costs import Costs
from experiments.tables.failures import Failures
from experiments.tables.lives import Lives
from experiments.tables.retention import Retention
from experiments.tables.scores import Scores
from experiments.tables.sessions import Sessions
from experiments.tables.timings import rows as timing_rows
from experiments.tables.writes import Writes
from experiments.trials import TrialSpec
from sim import journal
from sim.errors import BadData, JournalMismatch

TRIAL = "bm25 | universal | unlimited | ideal"
OTHER = "none | oracle | 5 | literal"
NAMES = ("ada", "bo", "cy")
per_test = settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])

used = st.lists(
    st.tuples(
        st.sampled_from(NAMES),
        st.sampled_from(["user", "judge"]),
        st.sampled_from(["", TRIAL]),
        st.integers(0, 9),
        st.booleans(),
    ),
    max_size=10,
)
followed = st.lists(
    st.tuples(
        st.sampled_from(NAMES),
        st.sampled_from(["user_profile", "ongoing_state"]),
        st.dictionaries(st.integers(1, 12), st.tuples(st.integers(0, 3), st.integers(1, 3)),
                        min_size=1, max_size=3),
    ),
    max_size=6,
)  # fmt: skip


@per_test
@given(calls=used)
def test_costs_lose_no_call_and_invent_none(made: Any, rows: Any, calls: Any) -> None:
    lives = {name: made(name) for name in NAMES}
    sums: Counter[tuple[str, str]] = Counter()
    guessed = set()
    for name, role, trial, count, estimated in calls:
        usage = {
            "trial": trial, "role": role, "player": "p", "phase": "x", "calls": count,
            "tokens_read": 2 * count, "tokens_written": 3 * count, "estimated": estimated,
        }  # fmt: skip
        if role == "judge":  # what a judge uses up stands with the verdicts
            lives[name].verdicts.append({"record": "usage", "life": name, **usage})
        else:
            lives[name].add("usage", **usage)
        sums[trial, role] += count
        guessed |= {(trial, role)} if estimated else set()
    found = {(row["trial"], row["role"]): row for row in rows(Costs, *lives.values())}
    assert {key: row["calls"] for key, row in found.items()} == dict(sums)
    for key, row in found.items():
        assert (row["tokens_read"], row["tokens_written"]) == (2 * sums[key], 3 * sums[key])
        assert row["estimated"] == (key in guessed)


@per_test
@given(facts=followed)
def test_retention_by_month_adds_up_to_the_retention_rate(made: Any, rows: Any, facts: Any) -> None:
    def lived() -> list[Any]:
        lives = {name: made(name) for name in NAMES}
        for number, (name, kind, months) in enumerate(facts):
            kept = {month: (min(both), both[1]) for month, both in months.items()}
            lives[name].retention(f"f{number}", kept, kind=kind)
        return list(lives.values())

    by_month = rows(Retention, *lived())
    rates = {
        row["kind"]: row for row in rows(Scores, *lived())
        if (row["trial"], row["study"]) == (TRIAL, "retention")
    }  # fmt: skip
    assert {row["kind"] for row in by_month} == set(rates)
    for kind, rate in rates.items():
        own = [row for row in by_month if row["kind"] == kind]
        present, required = (sum(row[name] for row in own) for name in ("present", "required"))
        assert rate["mean"] == pytest.approx(present / required)
        assert all(row["rate"] == pytest.approx(row["present"] / row["required"]) for row in own)
    every = [row for row in by_month if row["kind"] == "all"]
    apart = [row for row in by_month if row["kind"] != "all"]
    for name in ("facts", "present", "required"):
        assert sum(row[name] for row in every) == sum(row[name] for row in apart)


def test_months_come_in_the_order_of_the_calendar(made: Any, rows: Any) -> None:
    ada = made()
    ada.retention("f", dict.fromkeys((10, 2, 1, 12), (1, 1)))
    found = [row["month"] for row in rows(Retention, ada) if row["kind"] == "all"]
    assert found == [1, 2, 10, 12]


def test_a_trial_that_dropped_out_has_failed_to_say_what_it_kept(made: Any, rows: Any) -> None:
    ada = made()
    ada.retention("f", {1: (1, 2)})
    ada.retention("g", {1: (2, 2)}, kind="ongoing_state")
    found = {
        (row["trial"], row["kind"]): row for row in rows(Scores, ada)
        if row["study"] == "retention"
    }  # fmt: skip
    assert found[TRIAL, "all"]["mean"] == 0.75
    lost = found[OTHER, "all"]
    assert (lost["asked"], lost["answered"], lost["scored"], lost["failed"]) == (2, 0, 0, 2)
    assert lost["mean"] is None
    assert found[OTHER, "ongoing_state"]["asked"] == 1


def test_lives_and_sessions_agree(made: Any, rows: Any) -> None:
    ada = made()
    turns = [{"id": f"t{n}", "speaker": "user", "text": "x" * n, "at": "x"} for n in (1, 4, 9)]
    ada.session(1, turns=turns)
    ada.session(2, turns=[])
    for at in (5, 5, 90):  # two shifts at one minute are one change of how the person lives
        ada.add("moment", policy="", at=at, date="x", what="shift", detail={})
    ada.add("moment", policy="", at=7, date="x", what="change", detail={})
    (life,) = rows(Lives, ada)
    sessions = rows(Sessions, ada)
    assert life["sessions"] == len(sessions) == 2
    assert life["turns"] == sum(row["turns"] for row in sessions) == 3
    assert life["shifts"] == 2
    assert sessions[1]["tokens"] == 0


@pytest.mark.parametrize(("days", "months"), [(30, 1), (59, 2), (181, 6), (365, 12), (731, 24)])
def test_months_are_those_of_the_calendar(made: Any, rows: Any, days: int, months: int) -> None:
    ada = made()
    ada.records[0]["horizon_days"] = days
    assert rows(Lives, ada)[0]["months"] == months


def test_a_failure_is_counted_once_where_it_happened_first(made: Any, rows: Any) -> None:
    """An answer that failed is a failed verdict too: one row, the answer's."""
    ada = made()
    ada.probe("p", "cascade")
    ada.answer("p", None, failed="answer")
    assert ada.verdicts[0]["failure"] is not None
    (row,) = rows(Failures, ada)
    told = {"where": "answer", "why": "probe p: it broke", "raw": ""}
    assert row == {"life": "ada", "trial": TRIAL, **told}


def test_a_write_has_the_columns_of_its_table_and_no_more(made: Any, rows: Any) -> None:
    ada = made()
    ada.session(1)
    ada.write(1, True, wanted=False)
    ada.records[-1]["note"] = "of a later version"
    (row,) = rows(Writes, ada)
    assert "note" not in row
    assert (row["stored"], row["wanted"]) == (True, False)


def test_a_trial_is_taken_apart_as_its_name_spells_it() -> None:
    spec = TrialSpec("universal", "bm25", 200, "literal", k=5, backend_options={"k1": 2.0})
    trials = Trials.of([spec], 7)
    parts = trials.parts(spec.name)
    assert parts["backend"].startswith("bm25[")
    assert (parts["gate"], parts["budget"]) == ("universal", "200")
    named = (parts["backend"], parts["gate"], parts["budget"], parts["reader"])
    assert " | ".join(named) == spec.name


def test_no_time_was_noted() -> None:
    assert list(timing_rows(iter([]))) == []


# --- journals that are not whole ------------------------------------------------------------------


def test_a_journal_that_does_not_begin_with_its_life_is_refused(made: Any, folder: Any) -> None:
    ada = made()
    ada.records = ada.records[1:]
    with pytest.raises(BadData, match="the first record is not that of the life"):
        ada.testimony(folder)


def test_a_journal_that_was_cut_off_is_refused(made: Any, folder: Any) -> None:
    ada = made()
    ada.session(1)
    ada.save(folder)
    for path in (folder.journal("ada"), folder.verdicts_of("ada")):
        whole = path.read_bytes()
        path.write_bytes(whole[:-20])
        with pytest.raises(BadData, match="damaged or cut off"):
            told.Testimony.read(folder, "ada")
        path.write_bytes(whole)
    assert told.Testimony.read(folder, "ada").name == "ada"


def test_a_journal_of_another_format_is_refused(made: Any, folder: Any) -> None:
    made().save(folder)
    path = folder.journal("ada")
    old = f'"schema":{journal.SCHEMA},"records"'
    path.write_text(path.read_text("utf-8").replace(old, '"schema":99,"records"'), "utf-8")
    with pytest.raises(JournalMismatch, match="journal format 99"):
        told.Testimony.read(folder, "ada")


def test_records_come_by_kind_in_their_order(made: Any, folder: Any) -> None:
    ada = made()
    for number in (2, 1):
        ada.session(number)
        ada.write(number, True, wanted=True)
    read = ada.testimony(folder)
    assert [each["session"] for each in read.of("session")] == ["s0002", "s0001"]
    assert [each["session"] for each in read.of("write")] == ["s0002", "s0001"]
    assert read.of("nothing of the kind") == []
    assert read.session(TRIAL, "s0001")["session"] == "s0001"


def test_a_session_of_its_own_comes_before_the_one_shared_by_all(made: Any, folder: Any) -> None:
    ada = made()
    ada.session(1, topic="shared")
    ada.session(1, policy=TRIAL, topic="its own")
    read = ada.testimony(folder)
    assert read.session(TRIAL, "s0001")["topic"] == "its own"
    assert read.session(OTHER, "s0001")["topic"] == "shared"
