"""The ledger of truth: what holds, what was told, what need be remembered."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.facts import Fact, Ledger, Telling, ids

minutes = st.integers(0, 1000)


def fact(name: str = "home", *, since: int = 0, until: int | None = None) -> Fact:
    return Fact(
        f"gold:{name}", "ada", name, ("Brask",), "value", ("Brask",), since, holds_until=until
    )


def telling(name: str, at: int) -> Telling:
    return Telling(f"gold:{name}", "s0001", "s0001.0", at)


def test_a_fact_is_carried_by_a_text_with_all_its_needles() -> None:
    rule = Fact("gold:r", "ada", "commute", ("home",), "rule", ("Brask", "tram"))
    assert rule.is_carried_by("If I move to BRASK, I will take the  tram.")
    assert not rule.is_carried_by("I will take the tram.")


@given(minutes, minutes, minutes)
def test_a_fact_holds_from_its_first_minute_until_before_its_last(
    since: int, until: int, at: int
) -> None:
    ledger = Ledger()
    ledger.record(fact(since=since, until=until))
    assert bool(list(ledger.true_at(at))) == (since <= at < until)


def test_a_fact_without_an_end_holds_for_good() -> None:
    ledger = Ledger()
    ledger.record(fact(since=5))
    assert [len(list(ledger.true_at(at))) for at in (4, 5, 10**9)] == [0, 1, 1]


def test_the_same_fact_cannot_be_entered_twice() -> None:
    ledger = Ledger()
    ledger.record(fact())
    with pytest.raises(ValueError, match="'gold:home' is already in the ledger"):
        ledger.record(fact())


@given(st.lists(minutes, min_size=1))
def test_the_earliest_end_counts_whatever_the_order(ends: list[int]) -> None:
    ledger = Ledger()
    ledger.record(fact())
    for at in ends:
        ledger.end("gold:home", at)
        ledger.cease("gold:home", at)
    assert ledger.ends["gold:home"] == min(ends)
    assert ledger.facts["gold:home"].holds_until == min(ends)


def test_a_fact_that_ceases_keeps_an_earlier_end_of_its_own() -> None:
    ledger = Ledger()
    ledger.record(fact(until=10))
    ledger.cease("gold:home", 20)
    assert ledger.facts["gold:home"].holds_until == 10


def test_a_fact_nobody_entered_cannot_cease() -> None:
    with pytest.raises(ValueError, match="'gold:home' is not in the ledger"):
        Ledger().cease("gold:home", 3)


@given(st.lists(minutes, min_size=1), minutes)
def test_a_fact_was_told_from_its_first_telling_on(dates: list[int], by: int) -> None:
    ledger = Ledger()
    ledger.record(fact())
    for at in sorted(dates):
        ledger.tell(telling("home", at))
    first = ledger.first_told("gold:home")
    assert first is not None
    assert first.at == min(dates)
    assert ledger.was_told("gold:home", by=by) == (min(dates) <= by)
    assert len(ledger.tellings["gold:home"]) == len(dates)


def test_told_is_not_true() -> None:
    """A change is true when it is due; until it is told, the old value is what was told."""
    ledger = Ledger()
    ledger.record(fact("old"), fact("new", since=10))
    ledger.tell(telling("old", 1))
    ledger.cease("gold:old", 10)
    assert ids(ledger.true_at(15)) == ("gold:new",)
    assert ids(ledger.told(by=15)) == ("gold:old",)
    ledger.tell(telling("new", 20))
    assert ids(ledger.told(by=19)) == ("gold:old",)
    assert ids(ledger.told(by=20)) == ("gold:old", "gold:new")


def test_facts_come_in_the_order_they_were_first_told() -> None:
    ledger = Ledger()
    ledger.record(fact("a"), fact("b"))
    for name, at in (("b", 1), ("a", 2), ("b", 3)):
        ledger.tell(telling(name, at))
    assert ids(ledger.told(by=9)) == ("gold:b", "gold:a")
    assert ids(ledger.true_at(9)) == ("gold:a", "gold:b")


def test_a_fact_never_told_was_not_told() -> None:
    ledger = Ledger()
    ledger.record(fact())
    assert ledger.first_told("gold:home") is None
    assert not ledger.was_told("gold:home", by=10**9)
    assert list(ledger.told(by=10**9)) == []
