"""What is written into a journal is all that later readers need, and nothing is lost on disk."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from experiments.judging import judge_records, read_answer, read_probe
from experiments.population import FIGURES, figure, snapshots
from experiments.recording import answer_record, probe_record, usage_records
from sim import journal
from sim.cast import Cast
from sim.cast.usage import Place, UsageBook
from sim.clock import DAY, Calendar
from sim.life import Life, PersonaCard
from sim.probes import Evidence, Failure, Gold, Probe
from sim.probing import EvidenceTrace
from sim.text import estimated_tokens
from sim.views import Answer, Memory, Question

CALENDAR = Calendar(datetime(2031, 1, 6))
LIFE = Life("life-1", "u-1", (7, "life-1"), CALENDAR, PersonaCard("Ada"), (90 * DAY,))

words = st.text(max_size=12)
several = st.lists(words, max_size=3).map(tuple)
minutes = st.integers(0, 90 * DAY)
golds = st.builds(Gold, several, several, several, ordered=st.booleans())
pieces = st.builds(
    Evidence, words, st.sampled_from(["value", "rule", "change"]), words, several, several
)
probes = st.builds(
    Probe,
    id=words,
    study=st.just("dependency"),
    kind=st.sampled_from(["cascade", "absence", "tracking", "exact_recall"]),
    phase=st.sampled_from(["before", "after", "end"]),
    at=minutes,
    question=st.builds(Question, st.just(""), st.just(""), words, minutes.map(CALENDAR.date)),
    gold=golds,
    evidence=st.lists(pieces, max_size=2).map(tuple),
    optional=st.lists(pieces, max_size=2).map(tuple),
    pair=words,
    hop=st.integers(0, 5),
    entities=several,
    labels=st.dictionaries(words, words, max_size=3),
)
memories = st.builds(
    Memory, words, words, minutes.map(CALENDAR.date), several, several,
    st.none() | st.floats(-5, 5),
)  # fmt: skip
answers = st.builds(Answer, words, st.lists(memories, max_size=3).map(tuple))
on_disk = settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])


@on_disk
@given(probe=probes, answer=answers)
def test_a_question_and_its_answer_come_back_from_disk(
    tmp_path: Path, probe: Probe, answer: Answer
) -> None:
    path = tmp_path / "life.jsonl"
    journal.write(
        path, [probe_record(LIFE, probe, "", "s0001"), answer_record(LIFE, "t", probe, answer)]
    )
    asked, answered = journal.read(path)
    assert read_probe(asked) == probe
    assert read_answer(answered) == answer
    shown = sum(estimated_tokens(memory.text) for memory in answer.memories)
    assert answered["context_tokens"] == shown


@settings(max_examples=30)
@given(probe=probes)
def test_equal_questions_are_equal_lines_however_their_labels_came(probe: Probe) -> None:
    turned = dict(reversed(probe.labels.items()))
    again = Probe(**{name: getattr(probe, name) for name in Probe.__slots__} | {"labels": turned})
    one, other = (journal.line(probe_record(LIFE, each, "", "")) for each in (probe, again))
    assert one == other


@settings(max_examples=30)
@given(probe=probes, answer=answers)
def test_without_words_the_sources_of_memories_are_kept(probe: Probe, answer: Answer) -> None:
    whole, bare = (
        answer_record(LIFE, "t", probe, answer, texts=texts)["memories"] for texts in (True, False)
    )
    assert [memory["text"] for memory in bare] == [None] * len(answer.memories)  # type: ignore[attr-defined]
    restored = [{**b, "text": w["text"]} for w, b in zip(whole, bare, strict=True)]  # type: ignore[call-overload]
    assert restored == whole


def test_a_failure_has_no_answer_and_an_answer_no_failure() -> None:
    question = Question("", "", "Where?", CALENDAR.date(5))
    probe = Probe("p", "dependency", "cascade", "after", 5, question, Gold(("Brask",)))
    trace = EvidenceTrace("e", "rule", expressed=True, stored=True, kept=False, retrieved=False)
    failed = answer_record(LIFE, "t", probe, failure=Failure("search", "disk"))
    assert (failed["text"], failed["memories"], failed["context_tokens"]) == (None, [], 0)
    done: Any = answer_record(LIFE, "t", probe, Answer("Brask."), [trace])
    assert done["failure"] is None
    assert done["trace"] == [
        {"id": "e", "role": "rule", "expressed": True, "stored": True, "kept": False,
         "retrieved": False},
    ]  # fmt: skip


@settings(max_examples=30)
@given(cases=st.lists(st.tuples(probes, answers, st.booleans()), max_size=4))
def test_every_answer_is_judged_once_whatever_it_says(
    cases: list[tuple[Probe, Answer, bool]],
) -> None:
    """Failed ones have no score, the others a whole one; nothing in between is dropped."""
    records = []
    for number, (probe, answer, failed) in enumerate(cases):
        named = {**probe_record(LIFE, probe, "", ""), "probe": f"p{number}", "labels": {}}
        given_: Any = {"failure": Failure("search", "disk")} if failed else {"answer": answer}
        records += [named, {**answer_record(LIFE, "t", probe, **given_), "probe": f"p{number}"}]
    verdicts: list[Any] = list(judge_records(records, Cast()))
    assert [verdict["probe"] for verdict in verdicts] == [f"p{n}" for n in range(len(cases))]
    for verdict, (_, _, failed) in zip(verdicts, cases, strict=True):
        assert (verdict["failure"] is not None) == failed
        assert (verdict["score"] is None) == failed
        if not failed:
            assert verdict["score"] == float(verdict["correct"])
        assert json.loads(journal.line(verdict)) == verdict


calls = st.lists(
    st.tuples(
        st.sampled_from(["user", "judge"]),
        st.sampled_from(["", "t"]),
        st.integers(0, 50),
        st.integers(0, 9),
    ),
    max_size=12,
)


@given(made=calls, data=st.data())
def test_what_the_cast_used_up_is_the_sum_in_whatever_order_it_came(
    made: list[tuple[str, str, int, int]], data: st.DataObject
) -> None:
    books = UsageBook(), UsageBook()
    for book, order in zip(books, (made, data.draw(st.permutations(made))), strict=True):
        for role, trial, read, written in order:
            book.enter(role, "scripted", Place("ada", trial), read, written)
    one, other = (list(usage_records("ada", book)) for book in books)
    assert one == other
    totals: Any = one
    assert sum(row["calls"] for row in totals) == len(made)
    assert sum(row["tokens_read"] for row in totals) == sum(read for _, _, read, _ in made)
    assert all(row["estimated"] and "prompt" not in row for row in totals)


# --- snapshots from a journal ---------------------------------------------------------------------

TRIALS = ("a", "b")
events = st.lists(
    st.sampled_from(["session", "checkpoint"])
    | st.tuples(st.sampled_from(TRIALS), st.sampled_from([True, False, None]), st.integers(0, 9)),
    max_size=15,
)


def record(event: Any) -> dict[str, Any]:
    if event == "session":
        return {"record": "session", "policy": ""}
    if event == "checkpoint":
        return {"record": "moment", "what": "checkpoint", "policy": ""}
    trial, stored, entries = event
    known = None if stored is None else entries
    return {"record": "write", "trial": trial, "stored": stored, "entries": known}


@given(lived=events)
def test_a_snapshot_is_what_a_recount_from_the_beginning_gives(lived: list[Any]) -> None:
    found = list(snapshots(map(record, lived), TRIALS))
    ends = [place for place, event in enumerate(lived) if event == "checkpoint"]
    assert len(found) == len(ends)
    for snapshot, end in zip(found, ends, strict=True):
        past = lived[:end]
        writes = [event for event in past if isinstance(event, tuple)]
        for trial in TRIALS:
            own = [(stored, entries) for name, stored, entries in writes if name == trial]
            sizes = [entries for stored, entries in own if stored is not None]
            assert snapshot[figure("sessions", trial)] == past.count("session")
            assert snapshot[figure("stored", trial)] == sum(stored is True for stored, _ in own)
            assert snapshot[figure("entries", trial)] == (sizes[-1] if sizes else 0)


def test_on_policy_the_trials_are_put_side_by_side() -> None:
    """Each trial lives alone, one after another: its own checkpoints, its own counts."""
    records: list[dict[str, Any]] = []
    for trial, held in (("a", 1), ("b", 2)):
        for _ in range(2):
            records += [{"record": "session", "policy": trial}] * held
            records += [{"record": "moment", "what": "checkpoint", "policy": trial}]
    first, second = snapshots(records, TRIALS)
    assert set(first) == {figure(what, trial) for what in FIGURES for trial in TRIALS}
    assert (first[figure("sessions", "a")], first[figure("sessions", "b")]) == (1, 2)
    assert (second[figure("sessions", "a")], second[figure("sessions", "b")]) == (2, 4)
