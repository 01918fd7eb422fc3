"""The retrieval study: asked at the end of a recorded life, measured by ranks of the evidence."""

import pytest

from experiments.studies import create, names
from experiments.studies.retrieval import Measured, measured
from sim.errors import Misuse

LIFE, TRIAL = "conv-1", "bm25 | universal | unlimited | ideal"


def memory(*turns, **more):
    sessions = list(dict.fromkeys(turn.partition(".")[0] for turn in turns))
    return {"turns": list(turns), "sessions": sessions} | more


def journal(memories, *, evidence=("s0001.0",), labels=None, failure=None, sessions=30, kind="x"):
    """A life of so many sessions of two turns each, one question, one answer."""
    yield {"record": "life", "life": LIFE}
    for n in range(1, sessions + 1):
        turns = [{"id": f"s{n:04}.{t}"} for t in (0, 1)]
        yield {"record": "session", "life": LIFE, "session": f"s{n:04}", "turns": turns}
    pieces = [{"session": turn.partition(".")[0], "turns": [turn]} for turn in evidence]
    yield {
        "record": "probe", "life": LIFE, "probe": "q1", "study": "retrieval", "kind": kind,
        "labels": labels or {}, "evidence": pieces,
    }  # fmt: skip
    yield {
        "record": "answer", "life": LIFE, "trial": TRIAL, "probe": "q1", "memories": memories,
        "failure": failure,
    }  # fmt: skip


def values(records, depth=50, kind="all"):
    found = measured(records, {TRIAL: depth})
    return {one.measure: one.value for one in found if one.kind == kind}


# --- when it asks ---------------------------------------------------------------------------------


@pytest.fixture
def user():
    from datetime import datetime

    from experiments.datasets.schema import Header, ProbeLine, SessionLine, TurnLine, UserEntry
    from experiments.datasets.user import CorpusUser

    date = datetime(2031, 1, 6, 9)
    entry = UserEntry(user="u0001", life="a", name="A", starts_at=date, sessions=1, turns=1,
                      facts=0, probes=1)  # fmt: skip
    header = Header(source_format="x", source="x", licence="x", kinds={"one": "is one"}, counts={},
                    users=(entry,))  # fmt: skip
    session = SessionLine(user="u0001", session="s0001", started_at=date, ended_at=date,
                          turns=(TurnLine(speaker="user", text="Hi"),))  # fmt: skip
    probe = ProbeLine(user="u0001", id="q1", kind="one", asked_at=date, question="What?")
    return CorpusUser(entry, header, (session,), (), (probe,))


def test_it_asks_when_the_life_is_over(user):
    study = create("retrieval").fresh()
    study.begin(user)
    asked = [study.probes(moment, user.life, user.ledger) for moment in user]
    assert [len(probes) for probes in asked] == [0, 1]
    assert asked[1][0].labels["meaning"] == "is one"


def test_a_simulated_life_has_no_questions_of_its_own(user):
    class Simulated:
        life, ledger = user.life, user.ledger

        def __iter__(self):
            return iter(())

    with pytest.raises(Misuse, match="asks the questions of a corpus"):
        create("retrieval").begin(Simulated())


def test_it_needs_no_judge_and_no_capability():
    assert "retrieval" in names()
    study = create("retrieval")
    assert (study.judged, study.needs) == (False, frozenset())


# --- what it measures -----------------------------------------------------------------------------


def test_ranks_of_turns_and_of_sessions():
    """The evidence is the third turn and stands in the second session retrieved."""
    ranked = [memory("s0002.0"), memory("s0002.1"), memory("s0001.0")]
    found = values(journal(ranked))
    assert (found["turn:recall_any@1"], found["turn:recall_any@3"]) == (0, 1)
    assert (found["session:recall_any@1"], found["session:recall_any@3"]) == (0, 1)
    assert found["session:ndcg_any@3"] == 1.0  # rank 2 weighs as much as rank 1


def test_a_memory_of_several_turns_takes_as_many_places():
    ranked = [memory("s0002.0", "s0002.1"), memory("s0001.0")]
    found = values(journal(ranked))
    assert (found["turn:recall_any@1"], found["turn:recall_any@3"]) == (0, 1)
    whole = values(journal([memory("s0001.1", "s0001.0")]))
    assert (whole["turn:recall_any@1"], whole["session:recall_any@1"]) == (0, 1)


def test_all_evidence_or_any():
    found = values(journal([memory("s0001.0")], evidence=("s0001.0", "s0003.1")))
    assert (found["turn:recall_any@5"], found["turn:recall_all@5"]) == (1, 0)


def test_nothing_retrieved_is_a_miss():
    assert set(values(journal([])).values()) - {None} == {0.0}


def test_a_question_without_valid_evidence_is_not_a_miss():
    labels = {"refused": "no valid evidence"}
    found = list(measured(journal([], evidence=(), labels=labels), {TRIAL: 50}))
    assert {one.value for one in found} == {None}
    assert {one.why for one in found} == {"no valid evidence"}
    assert not any(one.failed for one in found)


def test_a_failure_is_not_a_miss():
    failure = {"where": "search", "why": "out of memory"}
    found = list(measured(journal([], failure=failure), {TRIAL: 50}))
    assert all(one.failed and one.value is None and one.why == "out of memory" for one in found)


@pytest.mark.parametrize(("depth", "scored"), [(1, {1}), (4, {1, 3}), (10, {1, 3, 5, 10})])
def test_no_cut_off_beyond_the_depth_of_the_trial(depth, scored):
    found = values(journal([memory("s0001.0")]), depth=depth)
    cut = {int(name.partition("@")[2]) for name, value in found.items() if value is not None}
    assert cut == scored


def test_no_cut_off_that_reaches_all_there_is():
    """With five sessions recall@5 would be 1 whatever the memory does; turns are ten."""
    found = list(measured(journal([memory("s0001.0")], sessions=5), {TRIAL: 50}))
    unscored = {one.measure: one.why for one in found if one.value is None and one.kind == "all"}
    assert unscored["session:recall_all@5"] == "there are 5 sessions in all"
    assert "session:recall_all@3" not in unscored
    assert unscored["turn:ndcg_any@10"] == "there are 10 turns in all"
    assert "turn:ndcg_any@5" not in unscored


def test_memories_that_name_no_turns_are_measured_by_sessions_alone():
    found = values(journal([{"turns": [], "sessions": ["s0001"]}]))
    assert found["session:recall_any@1"] == 1
    assert found["turn:recall_any@1"] is None


def test_kinds_that_are_kept_apart_are_not_in_all():
    records = list(journal([memory("s0001.0")], labels={"unranked": "yes"}, kind="adversarial"))
    assert values(records) == {}
    assert values(records, kind="adversarial")["turn:recall_any@1"] == 1


def test_other_studies_are_passed_over():
    records = list(journal([]))
    records[-2] = records[-2] | {"study": "dependency"}
    assert list(measured(records, {TRIAL: 50})) == []


def test_measurements_name_life_trial_and_probe():
    first = next(measured(journal([memory("s0001.0")]), {TRIAL: 50}))
    assert first == Measured(LIFE, TRIAL, "q1", "x", "turn:recall_any@1", 1.0)
