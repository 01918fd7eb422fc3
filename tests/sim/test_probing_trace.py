"""The loss funnel: where each piece of evidence was lost."""

from __future__ import annotations

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.probes import Evidence, Gold, Probe
from sim.probing import STAGES, Carriers, StoreWatch, share, trace, trace_probe
from sim.views import Memory, Question

NOW = datetime(2031, 1, 6)
HOME = Memory("m1", "user: I live in Brask.", NOW, ("s0001",), ("s0001.0",))
TOLD = Evidence("gold:home", "value", "s0001", ("s0001.0",), ("Brask",))


def store(*history: list[Memory]) -> StoreWatch:
    watch = StoreWatch(Carriers())
    for number, entries in enumerate(history):
        watch.begin(f"s{number + 1:04}")
        watch.update(entries)
    return watch


@pytest.mark.parametrize(
    ("history", "retrieved", "correct", "lost_at"),
    [
        (([HOME],), [HOME], True, ""),
        (([HOME],), [HOME], False, "used"),
        (([HOME],), [], False, "retrieved"),
        (([HOME], []), [], False, "kept"),
        (([],), [], True, "stored"),
    ],
)
def test_a_piece_is_lost_at_the_first_stage_it_does_not_reach(history, retrieved, correct, lost_at):
    traced = trace(TOLD, store(*history), retrieved).judged(correct=correct)
    assert traced.lost_at == lost_at


def test_what_nobody_said_is_lost_before_it_could_be_stored():
    untold = Evidence("gold:home", "value", needles=("Brask",))
    assert trace(untold, store([HOME]), [HOME]).lost_at == "expressed"


def test_an_optional_piece_need_not_be_said_to_be_found():
    own = Evidence("gold:propagated", "propagated", needles=("Brask",))
    traced = trace(own, store([HOME]), [HOME], told=False)
    assert (traced.expressed, traced.stored, traced.kept, traced.retrieved) == (
        False,
        True,
        True,
        True,
    )


def test_an_entry_from_before_the_telling_has_not_stored_it():
    later = Evidence("gold:home", "value", "s0002", ("s0002.0",), ("Brask",))
    assert not trace(later, store([HOME], []), []).stored
    assert trace(later, store([HOME], [HOME]), []).stored


def test_imported_evidence_goes_by_its_sources():
    turn = Evidence("gold:q.0", "turn", "s0001", ("s0001.0",))
    other = Evidence("gold:q.1", "turn", "s0001", ("s0001.7",))
    session_note = Memory("n1", "about somewhere to live", NOW, ("s0001",))
    watch = store([HOME])
    assert trace(turn, watch, [HOME]).retrieved
    assert not trace(other, watch, [HOME]).stored
    assert trace(other, store([session_note]), [session_note]).retrieved


def test_a_memory_that_is_retrieved_but_not_kept_does_not_count():
    assert trace(TOLD, store([HOME], []), [HOME]).retrieved is False


@given(
    st.lists(st.sampled_from([[], [HOME]]), min_size=1, max_size=4),
    st.sampled_from([[], [HOME]]),
    st.booleans(),
)
def test_stages_are_nested(history, retrieved, correct):
    traced = trace(TOLD, store(*history), retrieved).judged(correct=correct)
    reached = [getattr(traced, stage) for stage in STAGES]
    assert reached == sorted(reached, reverse=True)


def test_a_deletion_needs_the_request_and_watches_the_hidden_value():
    asked = Memory("m2", "user: Please forget where I live.", NOW, ("s0002",), ("s0002.0",))
    request = Evidence("gold:request", "request", "s0002", ("s0002.0",), ("forget where I live",))
    probe = Probe(
        "gold:p", "dependency", "deletion", "after", 0, Question("q", "u", "Where?", NOW),
        Gold(hidden=("Brask",)), (request,), (TOLD,),
    )  # fmt: skip
    watch = store([HOME], [HOME, asked])
    wanted, hidden = trace_probe(probe, watch, [HOME])
    assert (wanted.role, wanted.lost_at) == ("request", "retrieved")
    assert (hidden.role, hidden.retrieved) == ("value", True)


def test_the_share_of_nothing_is_unknown():
    both = [trace(TOLD, store([HOME]), [HOME]), trace(TOLD, store([HOME]), [])]
    assert share(both, "retrieved") == 0.5
    assert share([], "retrieved") is None
