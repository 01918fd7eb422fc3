"""Names of trials, and what is refused before a run."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.tables.base import Trials
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


# --- laws of names --------------------------------------------------------------------------------

chosen = st.dictionaries(
    st.sampled_from(["k1", "b", "granularity"]), st.sampled_from([1, 2.5, "turn", "session"])
)
specs = st.builds(
    TrialSpec,
    st.sampled_from(["universal", "oracle", "llm"]),
    st.sampled_from(["bm25", "recency", "my_module:MyMemory"]),
    st.none() | st.integers(1, 300),
    st.sampled_from(["ideal", "literal"]),
    st.sampled_from([5, 10, 20]),
    chosen,
    chosen,
    st.none() | st.integers(1, 4000),
    st.sampled_from(["oldest_first", "retroactive"]),
)


@given(spec=specs, other=specs)
def test_two_trials_share_a_name_only_if_they_do_the_same(spec, other):
    """How a store that is never full would be emptied is no difference."""

    def does(one):
        return replace(one, eviction="oldest_first") if one.new_budget().unlimited else one

    assert (spec.name == other.name) == (does(spec) == does(other))


@given(spec=specs)
def test_tables_take_a_name_apart_into_what_it_was_made_of(spec):
    parts = Trials.of([spec], 7).parts(spec.name)
    assert parts["backend"].partition("[")[0] == spec.backend
    assert parts["gate"].partition("[")[0] == spec.gate
    assert parts["reader"].partition("[")[0] == spec.reader
    assert parts["budget"] == spec.budget_name


@given(options=chosen, data=st.data())
def test_the_order_in_which_options_were_written_leaves_no_trace(options, data):
    order = data.draw(st.permutations(sorted(options)))
    turned = TrialSpec(backend_options={key: options[key] for key in order})
    assert turned.name == TrialSpec(backend_options=options).name
