"""What goes wrong in a backend is written down, ends its trial, and is never scored."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from experiments.studies import create
from experiments.trials import TrialSpec
from memory_backends import MemoryBackend
from sim.cast import Cast
from sim.errors import Misuse, RoleFailed
from sim.views import Answer, Memory

FULL = TrialSpec(backend="full_context")
START = datetime(2031, 1, 6)


class Brittle(MemoryBackend):
    """Fails in one step of one session."""

    name = "brittle"
    breaks = ("add", 2)

    def __init__(self, user_id, options=None):
        super().__init__(user_id, options)
        self.count, self.kept = 0, []
        self._strain("create")

    def _strain(self, step):
        if type(self).breaks in ((step, self.count), (step, None)):
            raise ValueError("it broke")

    def add(self, session):
        self.count += 1
        self._strain("add")
        self.kept.append(Memory(session.id, session.text, session.ended_at, (session.id,)))

    def search(self, query, *, k, at):
        self._strain("search")
        return self.kept[-k:]

    def get_all(self):
        self._strain("get_all")
        return list(self.kept)

    def delete(self, memory_id):
        self._strain("delete")
        self.kept = [memory for memory in self.kept if memory.id != memory_id]

    def close(self):
        self._strain("close")


@pytest.fixture
def lived(book):
    for day in (1, 2, 3):
        book.session(day, book.fact(f"fact{day}", f"value{day}"))
    book.end()
    return book


@pytest.fixture
def broken(kit, lived, plugged, monkeypatch):
    def run(step, session, **spec):
        monkeypatch.setattr(Brittle, "breaks", (step, session))
        trial = TrialSpec(backend=plugged(Brittle), **spec)
        studies = [kit.asking(*lived.facts.values()), create("retention")]
        return trial.name, kit.observed(lived.source(), FULL, trial, studies=studies)

    return run


@pytest.mark.parametrize(("step", "budget"), [("add", None), ("get_all", None), ("delete", 1)])
def test_a_session_that_cannot_be_stored_ends_the_trial(kit, broken, step, budget):
    trial, records = broken(step, 2, budget=budget)
    writes = kit.kept(records, "write", trial=trial)
    assert [row["stored"] for row in writes] == [True, None, None]
    assert writes[1]["entries"] is None
    failure = kit.kept(records, "failure", trial=trial)[0]
    assert failure["where"] == step
    assert (
        f"failed in {step} for session 's0002' of life 'life-1' (user 'u-1'): ValueError: it broke"
        in failure["why"]
    )


def test_later_questions_fail_and_are_not_answered(kit, broken):
    trial, records = broken("add", 2)
    answers = kit.kept(records, "answer", trial=trial)
    assert [row["text"] for row in answers] == [None, None, None]
    assert all(row["failure"]["why"].startswith("trial ended: ") for row in answers)
    assert all(row["memories"] == [] and row["trace"] == [] for row in answers)


def test_a_store_nobody_knows_has_no_retention(kit, broken):
    trial, records = broken("add", 2)
    assert kit.kept(records, "retention", trial=trial) == []
    (unknown,) = kit.kept(records, "failure", trial=trial, where="retention")
    assert unknown["why"].startswith("3 facts could not be followed: ")
    assert len(kit.kept(records, "retention", trial=FULL.name)) == 3


def test_a_search_that_breaks_fails_this_answer_and_all_later_ones(kit, broken):
    trial, records = broken("search", 3)
    answers = kit.kept(records, "answer", trial=trial)
    assert [row["failure"]["where"] for row in answers] == ["search", "trial", "trial"]
    assert len(kit.kept(records, "failure", trial=trial, where="search")) == 1


def test_a_backend_that_cannot_be_made_is_a_failure_from_the_start(kit, broken):
    trial, records = broken("create", None)
    assert [row["stored"] for row in kit.kept(records, "write", trial=trial)] == [None] * 3
    assert kit.kept(records, "failure", trial=trial)[0]["where"] == "create"


def test_a_backend_that_cannot_be_closed_says_so_and_keeps_its_answers(kit, broken):
    trial, records = broken("close", None)
    assert [row["failure"] for row in kit.kept(records, "answer", trial=trial)] == [None] * 3
    (failure,) = kit.kept(records, "failure", trial=trial)
    assert failure["where"] == "close"


def test_the_other_trials_go_on(kit, broken):
    _, records = broken("add", 2)
    assert all(row["stored"] for row in kit.kept(records, "write", trial=FULL.name))
    assert all(row["failure"] is None for row in kit.kept(records, "answer", trial=FULL.name))


def test_wrong_options_stop_the_run(kit, lived):
    with pytest.raises(Misuse, match="no option 'k7'"):
        kit.observed(lived.source(), TrialSpec(backend="bm25", backend_options={"k7": 1}))


def test_a_gate_that_breaks_ends_its_trial(kit, lived, monkeypatch):
    from memory_backends.gates.universal import Universal

    def no(self, session, history):
        raise KeyError("no opinion")

    monkeypatch.setattr(Universal, "decide", no)
    records = kit.observed(lived.source(), FULL)
    failure = kit.kept(records, "failure")[0]
    assert failure["where"] == "gate"
    assert failure["why"].startswith("gate 'universal' failed for session 's0001' of life")
    assert [row["stored"] for row in kit.kept(records, "write")] == [None] * 3


class Prophet(MemoryBackend):
    """Finds a memory from tomorrow."""

    name = "prophet"

    def add(self, session):
        pass

    def search(self, query, *, k, at):
        return [
            Memory("past", "It is value1.", at),
            Memory("future", "It is value2.", at + timedelta(days=1)),
        ]

    def get_all(self):
        return []


def test_an_answer_that_rests_on_the_future_fails_and_has_no_score(kit, lived, plugged):
    spec = TrialSpec(backend=plugged(Prophet))
    studies = [kit.asking(lived.facts["gold:fact1"], lived.facts["gold:fact2"])]
    records = kit.observed(lived.source(), spec, studies=studies)
    answers = kit.kept(records, "answer")
    assert [(row["text"], row["memories"], row["trace"]) for row in answers] == [(None, [], [])] * 2
    assert {row["failure"]["where"] for row in answers} == {"search"}
    at = kit.CALENDAR.month(6)
    date = kit.CALENDAR.date(at)
    assert answers[0]["failure"]["why"] == (
        f"memory 'future' is from the future: it is dated {date + timedelta(days=1)}, "
        f"the question {date}"
    )
    assert not kit.kept(records, "failure")  # the trial goes on
    assert all(row["stored"] for row in kit.kept(records, "write"))


def test_a_conversation_goes_on_without_memories_from_the_future(kit, lived, plugged):
    trial = kit.trial(TrialSpec(backend=plugged(Prophet)), lived.life)
    found = trial.recall("What was it?", kit.START)
    assert [memory.id for memory in found] == ["past"]
    (failure,) = trial.close()
    assert failure["why"].startswith("while a conversation was going on, memory 'future' is from")


class Wrong(Brittle):
    """Returns what is no list of memories."""

    name = "wrong"
    breaks = ("never", None)
    found: object = ()
    stored: object = ()

    def search(self, query, *, k, at):
        return self.found

    def get_all(self):
        return self.stored


GOOD = Memory("m", "It is value1.", START)
KIND = "must return a list of sim.views.Memory, it returned"


@pytest.mark.parametrize(
    ("found", "why"),
    [
        (["It is value1."], f"search {KIND} a list of str"),
        ([GOOD, None], f"search {KIND} a list of NoneType"),
        (None, f"search {KIND} None"),
        ({"m": GOOD}, f"search {KIND} a dict"),
        (iter([GOOD]), f"search {KIND} a list_iterator"),
        ([replace(GOOD, text=b"x")], "memory 'm' whose text must be a str, it is a bytes"),
        ([replace(GOOD, id=7)], "memory 7 whose id must be a str, it is an int"),
        ([replace(GOOD, created_at="2031")], "whose created_at must be a datetime, it is a str"),
        ([replace(GOOD, created_at=START.replace(tzinfo=UTC))], "created_at has a time zone"),
        ([replace(GOOD, sessions="s0001")], "whose sessions must be a tuple of session ids"),
        ([replace(GOOD, turns=None)], "whose turns must be a tuple of turn ids, it is None"),
        ([replace(GOOD, score=float("nan"))], "whose score is nan: leave it None"),
        ([replace(GOOD, score="high")], "whose score must be a float or None, it is a str"),
        ([replace(GOOD, text="half \ud83d")], "whose text holds half a character"),
    ],
)
def test_what_search_returns_is_checked_in_the_words_of_its_author(
    kit, lived, plugged, monkeypatch, found, why
):
    monkeypatch.setattr(Wrong, "found", found)
    spec = TrialSpec(backend=plugged(Wrong))
    records = kit.observed(lived.source(), spec, studies=[kit.asking(lived.facts["gold:fact1"])])
    (answer,) = kit.kept(records, "answer")
    assert answer["failure"]["where"] == "search"
    assert why in answer["failure"]["why"]
    assert "session ''" not in answer["failure"]["why"]


def test_what_get_all_returns_is_checked_too(kit, lived, plugged, monkeypatch):
    monkeypatch.setattr(Wrong, "stored", ["It is value1."])
    records = kit.observed(lived.source(), TrialSpec(backend=plugged(Wrong)))
    (failure,) = kit.kept(records, "failure")
    assert failure["where"] == "get_all"
    assert f"get_all {KIND} a list of str" in failure["why"]


def test_a_message_of_several_lines_becomes_one(kit, lived, plugged, monkeypatch):
    def cry(self, session):
        raise ConnectionError("no server\n  at this address\n")

    monkeypatch.setattr(Wrong, "add", cry)
    records = kit.observed(lived.source(), TrialSpec(backend=plugged(Wrong)))
    (failure,) = kit.kept(records, "failure")
    assert failure["why"].endswith("(user 'u-1'): ConnectionError: no server at this address")


class Oracular(Prophet):
    """Answers by itself."""

    name = "oracular"

    def answer(self, question, *, k):
        return Answer(f"{question.text} Yes, {k}.", (Memory("m", "a note", question.at),))

    def search(self, query, *, k, at):
        return []


def test_a_backend_that_answers_itself_is_not_read_for(kit, lived, plugged):
    spec = TrialSpec(backend=plugged(Oracular), k=4)
    study = kit.asking(lived.facts["gold:fact1"])
    records = kit.observed(lived.source(), spec, studies=[study])
    (answer,) = kit.kept(records, "answer")
    assert answer["text"] == "What about value1? Yes, 4."
    assert [memory["id"] for memory in answer["memories"]] == ["m"]
    assert not kit.kept(records, "usage", role="answerer")
    abstaining = replace(spec, reader="always_abstain")
    records = kit.observed(lived.source(), abstaining, studies=[study])
    assert kit.kept(records, "answer")[0]["text"] == "I don't know."


def test_a_backend_that_answers_in_another_form_fails(kit, lived, plugged, monkeypatch):
    monkeypatch.setattr(Oracular, "answer", lambda self, question, *, k: "Yes.")
    spec = TrialSpec(backend=plugged(Oracular))
    records = kit.observed(lived.source(), spec, studies=[kit.asking(lived.facts["gold:fact1"])])
    (answer,) = kit.kept(records, "answer")
    assert "answer must return a sim.views.Answer, it returned a str" in answer["failure"]["why"]


class Mute:
    name = "mute"

    def play(self, role, given, rng, place):
        raise RoleFailed(role.name, "empty reply", raw="")


def test_a_reader_without_a_reply_fails_the_answer_and_not_the_trial(kit, lived):
    from experiments.observe import observe_life

    cast = Cast(players={"answerer": Mute()})
    studies = [kit.asking(*lived.facts.values())]
    records = list(observe_life(lived.source(), cast, [FULL], studies, (7,)))
    answers = kit.kept(records, "answer")
    assert [row["failure"]["where"] for row in answers] == ["answer"] * 3
    assert not kit.kept(records, "failure")
    assert all(row["stored"] for row in kit.kept(records, "write"))
