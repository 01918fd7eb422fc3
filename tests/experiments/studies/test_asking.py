"""From a task to a probe: only what was told by then is known, and nothing of gold goes across."""

from __future__ import annotations

from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from experiments.studies.asking import Asking
from sim.clock import DAY, Calendar
from sim.facts import Fact, FactKind, Ledger, Telling
from sim.life import Life, PersonaCard
from sim.plans import Task
from sim.probes import Gold, Probe

CALENDAR = Calendar(datetime(2031, 1, 6))
LIFE = Life("life-1", "u-1", (7, "life-1"), CALENDAR, PersonaCard("Ada"), (90 * DAY,))


def fact(name: str, value: str, kind: FactKind = "value", about: str = "home") -> Fact:
    return Fact(f"gold:{name}", "ada", about, (value,), kind, (value,))


def told(*tellings: tuple[Fact, str, int]) -> Ledger:
    """(fact, session, minute) as they were said."""
    ledger = Ledger()
    ledger.record(*dict.fromkeys(fact for fact, _, _ in tellings))
    for one, session, at in tellings:
        ledger.tell(Telling(one.id, session, f"{session}.{at}", at))
    return ledger


def probe(asking: Asking, needed: Fact, *, gold: Gold | None = None, number: int = 3) -> Probe:
    task = Task("deletion", ("home",), "gold:happening", 1)
    return asking.probe(
        (number, task), "after", "Where do I live?", gold or Gold(("Brask",)),
        [("value", needed, ("Brask",))], [], {},
    )  # fmt: skip


BRASK, OSLO = fact("one", "Brask"), fact("two", "Oslo", "change")


@given(at=st.integers(0, 60))
def test_evidence_has_the_turns_that_told_it_by_now(at: int) -> None:
    ledger = told((BRASK, "s0001", 10), (BRASK, "s0002", 30), (BRASK, "s0003", 50))
    (piece,) = probe(Asking.now(LIFE, ledger, at), BRASK).evidence
    by_now = [(s, m) for s, m in (("s0001", 10), ("s0002", 30), ("s0003", 50)) if m <= at]
    assert piece.turn_ids == tuple(f"{session}.{minute}" for session, minute in by_now)
    assert piece.session_id == (by_now[0][0] if by_now else "")


@given(at=st.integers(0, 60), minutes=st.lists(st.integers(0, 60), max_size=6))
def test_what_is_told_now_is_what_was_said_by_now_in_its_order(at: int, minutes: list[int]) -> None:
    facts = [fact(f"f{n}", "x") for n in range(len(minutes))]
    ledger = told(*((one, "s0001", m) for one, m in zip(facts, sorted(minutes), strict=True)))
    expected = [one for one, m in zip(facts, sorted(minutes), strict=True) if m <= at]
    assert list(Asking.now(LIFE, ledger, at).told) == expected


def held(session: str, begun: int, over: int) -> Any:
    began = CALENDAR.date(begun) + timedelta(seconds=5)  # a conversation may begin within a minute
    return SimpleNamespace(at=over, session=SimpleNamespace(id=session, started_at=began))


def test_as_a_session_begins_nothing_of_it_was_said() -> None:
    ledger = told((BRASK, "s0001", 10), (OSLO, "s0002", 21), (BRASK, "s0002", 22))
    asking = Asking.before_session(LIFE, ledger, held("s0002", 20, 25))
    assert asking.at == 20
    assert asking.told == (BRASK,)
    (piece,) = probe(asking, BRASK).evidence
    assert piece.turn_ids == ("s0001.10",)
    assert Asking.now(LIFE, ledger, 25).told == (BRASK, OSLO)


def test_a_hidden_value_is_looked_for_but_not_wanted() -> None:
    other = fact("three", "Brask", about="office")
    ledger = told((BRASK, "s0001", 1), (OSLO, "s0001", 2), (other, "s0001", 3))
    request = fact("four", "", "request")
    made = probe(Asking.now(LIFE, ledger, 9), request, gold=Gold((), hidden=("Brask",)))
    assert [piece.id for piece in made.optional] == [BRASK.id]
    assert [piece.id for piece in made.evidence] == [request.id]


def test_what_goes_across_holds_nothing_of_gold() -> None:
    made = probe(Asking.now(LIFE, told((BRASK, "s0001", 1)), 5), BRASK)
    assert "gold:" not in repr(made.question)
    assert made.question.user_id == "u-1"
    assert made.question.at == CALENDAR.date(5)
    assert "gold:" in made.id
    assert "gold:" in made.pair


def test_questions_of_one_pair_can_be_told_apart_by_no_one_but_the_study() -> None:
    ledger = told((BRASK, "s0001", 1))
    first, same = (probe(Asking.now(LIFE, ledger, at), BRASK) for at in (5, 50))
    other = probe(Asking.now(LIFE, ledger, 5), BRASK, number=4)
    assert first.pair == same.pair != other.pair
    assert len({first.question.id, other.question.id}) == 2
    assert first.labels == {"happening": "gold:happening"}
