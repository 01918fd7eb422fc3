"""Names of trials, and what is refused before a run."""

from __future__ import annotations

from dataclasses import replace

import pytest

from experiments.trials import TrialSpec
from memory_backends import MemoryBackend
from sim.errors import LacksCapability, Misuse, UnknownName


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        (TrialSpec("universal", "bm25", 200, "ideal"), "bm25 | universal | 200 | ideal"),
        (TrialSpec("oracle", "none", None, "literal"), "none | oracle | unlimited | literal"),
        (TrialSpec(backend="bm25", backend_options={"k1": 2, "b": 1}),
         "bm25[b=1, k1=2] | universal | unlimited | ideal"),
        (TrialSpec(budget_tokens=900), "bm25 | universal | 900 tokens | ideal"),
        (TrialSpec(budget=5, budget_tokens=900), "bm25 | universal | 5, 900 tokens | ideal"),
        (TrialSpec(k=5), "bm25 | universal | unlimited | ideal[k=5]"),
    ],
)  # fmt: skip
def test_the_name_says_everything_that_differs(spec, name):
    assert spec.name == name


def test_every_built_in_combination_passes_the_check():
    for backend in ("bm25", "full_context", "recency", "none", "oracle", "oracle_sessions"):
        for gate in ("universal", "oracle"):
            TrialSpec(gate, backend, 100, "ideal").check({"enumerate"})
    TrialSpec(reader="always_abstain").check()


@pytest.mark.parametrize(
    ("spec", "meant"),
    [
        (TrialSpec(backend="bm52"), "bm25"),
        (TrialSpec(backend="orakle"), "oracle"),
        (TrialSpec(gate="univresal"), "universal"),
        (TrialSpec(reader="idael"), "ideal"),
        (TrialSpec(reader="always_abstian"), "always_abstain"),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest_one(spec, meant):
    with pytest.raises(UnknownName, match=f"did you mean '{meant}'"):
        spec.check()


@pytest.mark.parametrize(
    "spec",
    [
        TrialSpec(backend_options={"k7": 1}),
        TrialSpec(backend="oracle", backend_options={"k1": 1}),
        TrialSpec(gate_options={"window": 1}),
        TrialSpec(gate="oracle", gate_options={"window": 1}),
        TrialSpec(budget=0),
    ],
)
def test_options_that_mean_nothing_are_refused(spec):
    with pytest.raises(Misuse):
        spec.check()


class Keeper(MemoryBackend):
    """Never lets anything go."""

    name = "keeper"

    def add(self, session):
        pass

    def search(self, query, *, k, at):
        return []

    def get_all(self):
        return []


def test_a_budget_needs_a_backend_that_deletes(plugged):
    spec = TrialSpec(backend=plugged(Keeper))
    spec.check()
    with pytest.raises(LacksCapability, match="delete"):
        replace(spec, budget=10).check()


def test_a_study_may_need_what_a_backend_lacks(plugged):
    with pytest.raises(LacksCapability, match="'answer'"):
        TrialSpec(backend=plugged(Keeper)).check({"answer"})
