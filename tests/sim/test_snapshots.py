"""The shelf of snapshots against a plain account of who left what, in any order of events."""

from __future__ import annotations

from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import Misuse, UnknownName
from sim.snapshots import Shelf

LIVES = ("ada", "bo", "cy")
CHECKPOINTS = 3
events = st.lists(
    st.tuples(
        st.sampled_from(["leave", "fail", "take"]),
        st.sampled_from([*LIVES, "nobody"]),
        st.integers(0, CHECKPOINTS + 1),
    ),
    max_size=40,
)


class Account:
    """What must be true of a shelf, kept as one flat set of (life, checkpoint)."""

    def __init__(self) -> None:
        self.left: list[tuple[str, int]] = []
        self.taken: set[int] = set()
        self.failed: list[str] = []

    def count(self, life: str) -> int:
        return sum(one == life for one, _ in self.left)

    def may_leave(self, life: str, number: int) -> bool:
        return life in LIVES and 1 <= number <= CHECKPOINTS and self.count(life) + 1 == number

    def missing(self, number: int) -> list[str]:
        there = {life for life, left in self.left if left == number and number not in self.taken}
        return [life for life in LIVES if life not in there]

    def is_complete(self, number: int) -> bool:
        return all(life in self.failed for life in self.missing(number))


def leave(shelf: Shelf, account: Account, life: str, number: int) -> None:
    if account.may_leave(life, number):
        shelf.leave(life, number, {"sessions": number, "life": life})
        account.left.append((life, number))
        return
    with pytest.raises(Misuse if life in LIVES else UnknownName, match=life):
        shelf.leave(life, number, {"sessions": number, "life": life})


def fail(shelf: Shelf, account: Account, life: str) -> None:
    if life not in LIVES:
        with pytest.raises(UnknownName, match=life):
            shelf.fail(life, ValueError(life))
        return
    shelf.fail(life, ValueError(life))
    account.failed.append(life)


def take(shelf: Shelf, account: Account, number: int) -> None:
    """Only what is complete: everything else would wait for somebody."""
    assert shelf.is_complete(number) is account.is_complete(number)
    if not account.is_complete(number):
        return
    if missing := account.missing(number):
        with pytest.raises(ValueError, match=missing[0]):
            shelf.take(number)
        return
    assert shelf.take(number) == [{"sessions": number, "life": life} for life in LIVES]
    account.taken.add(number)


@given(events)
def test_whatever_happens_the_shelf_holds_what_was_left_and_not_taken(
    happened: list[tuple[str, str, int]],
) -> None:
    shelf, account = Shelf(LIVES, CHECKPOINTS, ["sessions", "life"]), Account()
    for what, life, number in happened:
        if what == "leave":
            leave(shelf, account, life, number)
        elif what == "fail":
            fail(shelf, account, life)
        else:
            take(shelf, account, number)
        assert [shelf.left_by(each) for each in LIVES] == [account.count(each) for each in LIVES]


@given(st.permutations([(life, n) for life in LIVES for n in range(1, CHECKPOINTS + 1)]))
def test_threads_in_any_order_fill_the_same_rows(order: list[tuple[str, int]]) -> None:
    """Each life is a thread; lives begin in a drawn order, and the rows do not show it."""
    shelf = Shelf(LIVES, CHECKPOINTS, ["n"])
    first = list(dict.fromkeys(life for life, _ in order))

    def live(life: str) -> None:
        for number in range(1, CHECKPOINTS + 1):
            shelf.leave(life, number, {"n": number * 10 + LIVES.index(life)})

    threads = [Thread(target=live, args=(life,)) for life in first]
    for thread in threads:
        thread.start()
    rows = [shelf.take(number) for number in range(1, CHECKPOINTS + 1)]
    for thread in threads:
        thread.join()
    assert rows == [[{"n": n * 10 + at} for at in range(3)] for n in range(1, CHECKPOINTS + 1)]


def test_whoever_waits_is_woken_by_a_failure() -> None:
    shelf = Shelf(LIVES[:2], 1, ["n"])
    shelf.leave("ada", 1, {"n": 1})
    came: list[BaseException] = []

    def wait() -> None:
        with pytest.raises(ValueError, match="bo broke") as raised:
            shelf.take(1)
        came.append(raised.value)

    thread = Thread(target=wait)
    thread.start()
    shelf.fail("bo", ValueError("bo broke"))
    thread.join()
    assert len(came) == 1


def test_the_first_reason_of_a_failure_counts() -> None:
    shelf = Shelf(["ada"], 1, [])
    shelf.fail("ada", ValueError("first"))
    shelf.fail("ada", ValueError("second"))
    with pytest.raises(ValueError, match="first"):
        shelf.take(1)


@given(st.sets(st.sampled_from(["a", "b", "c"])), st.sets(st.sampled_from(["a", "b", "c"])))
def test_a_snapshot_has_all_the_figures_and_no_other(want: set[str], have: set[str]) -> None:
    shelf = Shelf(["ada"], 1, sorted(want))
    if want == have:
        shelf.leave("ada", 1, dict.fromkeys(sorted(have), 1))
        assert shelf.left_by("ada") == 1
    else:
        with pytest.raises(Misuse, match="collects"):
            shelf.leave("ada", 1, dict.fromkeys(sorted(have), 1))
        assert shelf.left_by("ada") == 0


def test_a_snapshot_is_what_it_was_when_it_was_left() -> None:
    shelf, figures = Shelf(["ada"], 1, ["n"]), {"n": 1}
    shelf.leave("ada", 1, figures)
    figures["n"] = 2
    assert shelf.take(1) == [{"n": 1}]


def test_a_life_that_left_its_last_one_is_told_so() -> None:
    shelf = Shelf(["ada"], 1, [])
    with pytest.raises(Misuse, match="out of turn: 1 is due"):
        shelf.leave("ada", 2, {})
    shelf.leave("ada", 1, {})
    with pytest.raises(Misuse, match="after its last one, 1"):
        shelf.leave("ada", 2, {})


def test_two_lives_cannot_share_a_place() -> None:
    with pytest.raises(Misuse, match="same id"):
        Shelf(["ada", "bo", "ada"], 1, [])
