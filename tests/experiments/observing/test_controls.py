"""The ends of every scale: nothing, exactly the evidence, always abstaining."""

from __future__ import annotations

from dataclasses import replace

import pytest

from experiments import controls
from experiments.controls import BACKENDS, GATES, READERS
from experiments.trials import TrialSpec
from memory_backends import names
from memory_backends.gates import names as gate_names
from sim.probes import Evidence, Gold, Probe
from sim.views import Question


@pytest.fixture
def lived(book):
    home, job = book.fact("home", "Brask"), book.fact("job", "baker")
    book.session(1, home, book.fact("pet", "a heron"))
    book.session(2, text="What a day.", long_horizon=False)
    book.session(3, job)
    book.end()
    return book


@pytest.fixture
def answers(kit, lived):
    def of(spec):
        study = kit.asking(lived.facts["gold:home"], lived.facts["gold:job"])
        return kit.kept(kit.observed(lived.source(), spec, studies=[study]), "answer")

    return of


def reached(answer):
    return [tuple(one[s] for s in ("stored", "kept", "retrieved")) for one in answer["trace"]]


def test_no_memory_brings_nothing(answers):
    for answer in answers(TrialSpec(backend="none")):
        assert (answer["memories"], answer["context_tokens"]) == ([], 0)
        assert reached(answer) == [(False, False, False)]


@pytest.mark.parametrize(
    ("backend", "home", "job"),
    [
        ("oracle", ["It is Brask."], ["It is baker."]),
        ("oracle_sessions", ["user: It is Brask.\nuser: It is a heron."], ["user: It is baker."]),
        ("oracle_facts", ["It is Brask."], ["It is baker."]),
    ],
)
def test_an_oracle_brings_the_evidence_and_nothing_else(answers, backend, home, job):
    first, second = answers(TrialSpec(backend=backend))
    assert [memory["text"] for memory in first["memories"]] == home
    assert [memory["text"] for memory in second["memories"]] == job
    assert reached(first) == reached(second) == [(True, True, True)]


def test_an_oracle_of_facts_leaves_out_the_rest_of_the_turn(kit, book):
    home = book.fact("home", "Brask")
    book.session(1, home)
    oracle = BACKENDS["oracle_facts"]("u-1")
    held = book.moments[0].session
    long = held.turns[0].text + " The weather was fine."
    oracle.add(replace(held, turns=(replace(held.turns[0], text=long),)))
    source = book.source()
    list(source)
    (memory,) = oracle.evidence(kit.probe(home, source.life, source.ledger, 9_000))
    assert memory.text == "It is Brask."
    assert memory.turns == ("s0001.0",)


def test_an_oracle_brings_more_than_k_if_the_evidence_is_more(answers):
    assert all(len(answer["memories"]) == 1 for answer in answers(TrialSpec(backend="oracle", k=0)))


def test_a_budget_and_a_gate_bind_an_oracle_too(answers):
    first, second = answers(TrialSpec(backend="oracle", budget=1))
    assert (first["memories"], len(second["memories"])) == ([], 1)
    assert reached(first) == [(True, False, False)]


def test_evidence_without_turns_is_every_entry_of_its_session(kit, book):
    held = book.session(1, book.fact("home", "Brask"), book.fact("job", "baker"))
    question = Question("q", "u-1", "?", kit.CALENDAR.date(9_000))
    probe = Probe(
        "gold:p", "s", "k", "end", 9_000, question, Gold(), (Evidence("gold:e", "turn", "s0001"),)
    )
    for backend, count in (("oracle", 2), ("oracle_sessions", 1), ("oracle_facts", 2)):
        control = BACKENDS[backend]("u-1")
        control.add(held.session)
        assert len(control.evidence(probe)) == count


def test_in_a_conversation_an_oracle_recalls_the_latest(kit, lived):
    oracle = BACKENDS["oracle"]("u-1")
    for moment in lived.moments[:3]:
        oracle.add(moment.session)
    found = oracle.search("anything", k=2, at=kit.CALENDAR.date(int(2.5 * kit.DAY)))
    assert [memory.text for memory in found] == ["What a day.", "It is a heron."]


def test_who_always_abstains_does_so_with_all_evidence_at_hand(answers):
    for answer in answers(TrialSpec(backend="oracle", reader="always_abstain")):
        assert answer["text"] == controls.ABSTENTION


def test_controls_are_in_no_registry_and_take_no_name_of_one():
    assert not set(BACKENDS) & set(names())
    assert not set(GATES) & set(gate_names())
    assert set(READERS) == {"always_abstain"}
    assert [kind.name for kind in BACKENDS.values()] == list(BACKENDS)
