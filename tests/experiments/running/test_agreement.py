"""How far judges agree, against the textbook formulas from a two-by-two table."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.running.agreement import (
    Agreement,
    agreement,
    old_and_new,
    verdicts,
    within,
    write,
)
from sim import journal

pairs = st.lists(st.tuples(st.booleans(), st.booleans()), max_size=30)


def table(given_: list[tuple[bool, bool]]) -> tuple[int, int, int, int]:
    """Both right, first alone, second alone, neither."""
    return tuple(given_.count(cell) for cell in  # type: ignore[return-value]
                 [(True, True), (True, False), (False, True), (False, False)])  # fmt: skip


@given(seen=pairs)
def test_kappa_is_cohens(seen: list[tuple[bool, bool]]) -> None:
    """Cohen 1960, in its closed form for two by two."""
    a, b, c, d = table(seen)
    below = (a + b) * (b + d) + (a + c) * (c + d)
    expected = None if not below else float(Fraction(2 * (a * d - b * c), below))
    found = agreement("x", "y", seen).kappa
    assert found == (None if expected is None else pytest.approx(expected))


@given(seen=pairs)
def test_ac1_is_gwets(seen: list[tuple[bool, bool]]) -> None:
    """Gwet 2008: chance agreement 2p(1 - p) with p the mean share of "right"."""
    a, b, c, d = table(seen)
    found = agreement("x", "y", seen).ac1
    if not seen:
        assert found is None
        return
    right = Fraction(2 * a + b + c, 2 * len(seen))
    chance = 2 * right * (1 - right)
    assert found == pytest.approx(float((Fraction(a + d, len(seen)) - chance) / (1 - chance)))


@given(seen=pairs)
def test_who_is_first_does_not_matter(seen: list[tuple[bool, bool]]) -> None:
    one, other = agreement("x", "y", seen), agreement("y", "x", [(b, a) for a, b in seen])
    assert (one.same, one.share) == (other.same, other.share)
    assert one.kappa == pytest.approx(other.kappa)
    assert one.ac1 == pytest.approx(other.ac1)


@given(seen=pairs)
def test_neither_does_what_is_called_right(seen: list[tuple[bool, bool]]) -> None:
    turned = agreement("x", "y", [(not a, not b) for a, b in seen])
    found = agreement("x", "y", seen)
    assert found.same == turned.same
    assert found.kappa == pytest.approx(turned.kappa)
    assert found.ac1 == pytest.approx(turned.ac1)


@given(same=st.lists(st.booleans(), min_size=1, max_size=20))
def test_perfect_agreement(same: list[bool]) -> None:
    found = agreement("x", "y", [(one, one) for one in same])
    assert (found.share, found.ac1) == (1.0, 1.0)
    assert found.kappa == (1.0 if len(set(same)) == 2 else None)


def test_ac1_stands_where_kappa_falls_apart() -> None:
    """Nearly all alike: 98 of 100 verdicts are the same, and kappa calls that chance."""
    found = agreement("x", "y", [(True, True)] * 98 + [(True, False), (False, True)])
    assert found.kappa == pytest.approx(-1 / 99)
    assert found.ac1 is not None
    assert found.ac1 > 0.97


def test_of_no_answers_nothing_is_said() -> None:
    assert agreement("x", "y", []) == Agreement("x", "y", 0, 0, None, None)
    assert agreement("x", "y", []).share is None


# --- verdicts on disk -----------------------------------------------------------------------------


def verdict(probe: str, correct: bool | None, judge: str = "rules", **more: Any) -> dict[str, Any]:
    failure = None if correct is not None else {"where": "judge", "why": "mute"}
    return {"record": "verdict", "life": "ada", "trial": "t", "probe": probe,
            "correct": correct, "judge": judge, "failure": failure, **more}  # fmt: skip


def keyed(*records: dict[str, Any]) -> dict[tuple[str, str, str], dict[str, Any]]:
    return {(r["life"], r["trial"], r["probe"]): r for r in records}


def test_only_answers_that_both_judged_are_compared() -> None:
    old = keyed(verdict("a", True), verdict("b", True), verdict("c", False))
    new = keyed(verdict("b", False, "gpt"), verdict("c", False, "gpt"), verdict("d", True, "gpt"))
    found = old_and_new(old, new)
    assert (found.first, found.second, found.answers, found.same) == ("rules", "gpt", 2, 1)


def test_failures_and_what_judges_used_up_are_no_verdicts(tmp_path: Path) -> None:
    records = [verdict("a", True), verdict("b", None), {"record": "usage", "life": "ada"}]
    journal.write(tmp_path / "ada.jsonl", records)
    assert set(verdicts(tmp_path)) == {("ada", "t", "a")}


def test_of_a_file_that_was_cut_off_the_whole_lines_count(tmp_path: Path) -> None:
    path = tmp_path / "ada.jsonl"
    journal.write(path, [verdict("a", True), verdict("b", False)])
    first = path.read_bytes().split(b"\n")[0]
    path.write_bytes(first + b"\n" + b'{"record":"verdict","life":"ad')
    assert set(verdicts(tmp_path)) == {("ada", "t", "a")}
    assert verdicts(tmp_path / "nowhere") == {}


@given(votes=st.lists(st.tuples(*[st.sampled_from([0.0, 1.0])] * 3), min_size=1, max_size=8))
def test_a_panel_is_compared_two_by_two(votes: list[tuple[float, float, float]]) -> None:
    found = within(
        keyed(*(verdict(f"p{n}", True, votes=list(each)) for n, each in enumerate(votes)))
    )
    assert [(one.first, one.second) for one in found] == [
        ("judge 1", "judge 2"), ("judge 1", "judge 3"), ("judge 2", "judge 3"),
    ]  # fmt: skip
    for one, (a, b) in zip(found, [(0, 1), (0, 2), (1, 2)], strict=True):
        assert one.answers == len(votes)
        assert one.same == sum(each[a] == each[b] for each in votes)


def test_a_single_judge_is_no_panel() -> None:
    assert within(keyed(verdict("a", True))) == []
    assert within({}) == []


def test_agreements_can_be_read_alone(tmp_path: Path) -> None:
    write(tmp_path / "a.json", [agreement("x", "y", [(True, True), (True, False)])])
    (row,) = json.loads((tmp_path / "a.json").read_text("utf-8"))
    assert (row["answers"], row["same"], row["share"], row["kappa"]) == (2, 1, 0.5, 0.0)
