"""The stream of records: what comes when, and who disturbs whom."""

from __future__ import annotations

import json

import pytest

from experiments.observe import observe_life, observe_life_on_policy
from experiments.studies import Study
from experiments.studies.base import Skip
from experiments.trials import TrialSpec
from sim.cast import Cast
from sim.clock import DAY
from sim.errors import Misuse
from sim.moments import ProfileShift
from sim.plans import Shift

NONE, ORACLE = TrialSpec(backend="none"), TrialSpec(backend="oracle")
FULL, BM25 = TrialSpec(backend="full_context"), TrialSpec(backend="bm25", budget=3)


@pytest.fixture
def lived(book):
    """Two facts told, one chat about nothing, a shift, and the end."""
    home, job = book.fact("home", "Brask"), book.fact("job", "baker")
    book.session(1, home)
    book.session(2, text="What a day.", long_horizon=False)
    book.moments.append(ProfileShift(3 * DAY, Shift(3 * DAY, "Ada retires.", ends=("work",))))
    book.session(4, job)
    book.end()
    return book


def kinds(records):
    return [record["record"] for record in records]


def test_records_come_in_the_order_of_the_life(kit, lived):
    study = kit.asking(lived.facts["gold:home"])
    records = kit.observed(lived.source(), NONE, ORACLE, studies=[study])
    held = ["session", "write", "write"]
    assert kinds(records[:-1]) == [
        "life", *held, *held, "moment", *held, "moment", "probe", "answer", "answer", "usage",
    ]  # fmt: skip
    assert [row["what"] for row in kit.kept(records, "moment")] == ["shift", "checkpoint"]


def test_every_record_is_ready_for_json_and_reads_back_alike(kit, lived):
    records = kit.observed(lived.source(), FULL, studies=[kit.asking(lived.facts["gold:home"])])
    assert [json.loads(json.dumps(record)) for record in records] == records
    assert all(next(iter(record)) == "record" for record in records)
    assert all(record["life"] == "life-1" for record in records)


def test_the_session_record_has_words_and_tellings(kit, lived):
    first, second, third = kit.kept(kit.observed(lived.source(), NONE), "session")
    assert first["turns"] == [
        {"id": "s0001.0", "speaker": "user", "text": "It is Brask.", "at": "2031-01-07T00:00:00"}
    ]
    assert first["tellings"] == [
        {"fact": "gold:home", "turn": "s0001.0", "kind": "user_profile", "needles": ["Brask"]}
    ]
    assert (second["long_horizon"], second["tellings"]) == (False, [])
    assert (first["period"], third["period"]) == (0, 1)
    assert (first["source"], first["policy"]) == ("domain", "")


def test_the_probe_record_knows_the_last_session_before_it(kit, lived):
    records = kit.observed(lived.source(), NONE, studies=[kit.asking(lived.facts["gold:home"])])
    (probe,) = kit.kept(records, "probe")
    assert (probe["session_after"], probe["question"]) == ("s0003", "What about Brask?")
    assert probe["gold"] == {"accepted": ["Brask"], "stale": [], "hidden": [], "ordered": False}


def test_a_life_is_lived_once_however_many_observe_it(kit, lived):
    source = lived.source()
    kit.observed(source, NONE, ORACLE, FULL, BM25)
    assert source.iterated == 1


def test_another_trial_changes_no_record_of_the_others(kit, lived):
    studies = [kit.asking(*lived.facts.values())]
    alone = kit.observed(lived.source(), BM25, studies=studies)
    together = kit.observed(lived.source(), NONE, BM25, FULL, ORACLE, studies=studies)
    mine = [row for row in together if row.get("trial", BM25.name) in (BM25.name, "")]
    assert mine == alone


def test_the_same_life_gives_the_same_bytes(kit, lived):
    once, again = (
        json.dumps(
            kit.observed(lived.source(), FULL, BM25, studies=[kit.asking(*lived.facts.values())])
        )
        for _ in range(2)
    )
    assert once == again


def test_the_universal_gate_stores_everything(kit, lived):
    writes = kit.kept(kit.observed(lived.source(), FULL), "write")
    assert [row["stored"] for row in writes] == [True, True, True]
    assert [row["wanted"] for row in writes] == [True, False, True]


def test_the_oracle_gate_stores_what_is_long_lived(kit, lived):
    spec = TrialSpec(gate="oracle", backend="full_context")
    writes = kit.kept(kit.observed(lived.source(), spec), "write")
    assert [row["stored"] for row in writes] == [row["wanted"] for row in writes]
    assert [row["entries"] for row in writes] == [1, 1, 2]


def test_a_budget_evicts_the_oldest(kit, book):
    for day in range(1, 6):
        book.session(day, text=f"Word {day}.")
    spec = TrialSpec(backend="full_context", budget=2)
    writes = kit.kept(kit.observed(book.source(), spec), "write")
    assert [(row["entries"], row["added"], row["evicted"]) for row in writes] == [
        (1, 1, 0), (2, 1, 0), (2, 1, 1), (2, 1, 1), (2, 1, 1),
    ]  # fmt: skip


def test_usage_is_attributed_to_the_trial_that_answered(kit, lived):
    records = kit.observed(
        lived.source(), NONE, ORACLE, studies=[kit.asking(*lived.facts.values())]
    )
    usage = kit.kept(records, "usage", role="answerer")
    assert [(row["trial"], row["phase"], row["calls"]) for row in usage] == [
        (NONE.name, "answer", 2), (ORACLE.name, "answer", 2),
    ]  # fmt: skip
    assert all(row["estimated"] for row in usage)


def test_a_question_that_could_not_be_asked_is_counted(kit, lived):
    class Shy(Study):
        name = "shy"

        def probes(self, moment, life, ledger):
            self.skips.append(Skip("where", "absence", "nobody said"))
            return []

    records = kit.observed(lived.source(), NONE, studies=[Shy()])
    skipped = kit.kept(records, "moment", what="skipped")
    assert len(skipped) == len(lived.moments)
    assert skipped[0]["detail"] == {
        "study": "shy", "question": "where", "kind": "absence", "why": "nobody said",
    }  # fmt: skip


def test_a_question_before_a_session_is_answered_without_it(kit, book):
    home = book.fact("home", "Brask")
    held = book.session(1, home)

    class Early(Study):
        name = "early"

        def probes_before(self, moment, life, ledger):
            return [kit.probe(home, life, ledger, held.at)]

        def probes(self, moment, life, ledger):
            return []

    records = kit.observed(book.source(), FULL, studies=[Early()])
    assert kinds(records)[1:5] == ["probe", "answer", "session", "write"]
    assert kit.kept(records, "answer")[0]["memories"] == []
    assert kit.kept(records, "probe")[0]["session_after"] == ""


def test_answers_of_a_study_that_is_not_judged_are_not_read(kit, lived):
    study = kit.asking(lived.facts["gold:home"])
    type(study).judged = False
    records = kit.observed(lived.source(), ORACLE, studies=[study])
    (answer,) = kit.kept(records, "answer")
    assert (answer["text"], len(answer["memories"])) == ("", 1)
    assert not kit.kept(records, "usage", role="answerer")


def test_the_same_trial_twice_is_refused(kit, lived):
    with pytest.raises(Misuse, match="there twice"):
        kit.observed(lived.source(), NONE, NONE)


def test_a_stream_that_is_dropped_closes_its_backends(lived, plugged, monkeypatch):
    from memory_backends.references.full_context import FullContext

    closed = []
    monkeypatch.setattr(FullContext, "close", lambda self: closed.append(self.user_id))
    records = observe_life(lived.source(), Cast(), [FULL], [], (7,))
    next(records)
    next(records)
    records.close()
    assert closed == ["u-1"]


def test_on_policy_every_trial_has_the_life_to_itself(kit, lived):
    recalled = {}

    def make(trial, recall):
        source = lived.source()
        moments = list(source._moments)

        def moments_with_recall():
            yield from moments[:1]
            recalled[trial] = recall("Brask", kit.CALENDAR.date(2 * DAY))
            yield from moments[1:]

        source._moments = moments_with_recall()
        return source

    studies = [kit.asking(lived.facts["gold:home"])]
    records = list(observe_life_on_policy(make, Cast(), [NONE, FULL], studies, (7,)))
    assert kinds(records).count("life") == 1
    assert [row["policy"] for row in kit.kept(records, "session")] == [NONE.name] * 3 + [
        FULL.name
    ] * 3
    assert [row["policy"] for row in kit.kept(records, "probe")] == [NONE.name, FULL.name]
    assert recalled[NONE.name] == ()
    assert [memory.text for memory in recalled[FULL.name]] == ["It is Brask."]


def test_on_policy_without_trials_there_is_nothing_to_live(lived):
    assert list(observe_life_on_policy(lambda *_: lived.source(), Cast(), [], [], (7,))) == []
