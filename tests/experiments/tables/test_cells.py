"""The sums behind every figure, against accounts that are kept one question at a time."""

from __future__ import annotations

from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from experiments.statistics import NO_INTERVAL, bootstrap
from experiments.tables import cells as module
from experiments.tables.cells import Cell, Cells, total

scores = st.none() | st.sampled_from([0.0, 0.25, 0.5, 1.0])
questions = st.lists(st.tuples(st.integers(0, 3), scores, st.booleans()), max_size=20)
lives = st.lists(st.lists(st.tuples(st.sampled_from("abc"), scores), max_size=6), max_size=5)


def filled(given_: list[list[tuple[str, float | None]]]) -> Cells[str]:
    """Cells after these lives, each a list of (cell, score)."""
    cells: Cells[str] = Cells()
    for life in given_:
        cells.begin_life()
        for key, value in life:
            cells.at(key).score(cells.life, value)
    return cells


@given(asked=questions)
def test_a_cell_counts_every_question_once(asked: list[tuple[int, float | None, bool]]) -> None:
    cell = Cell()
    for life, value, answered in asked:
        cell.score(life, value, answered=answered, failed=value is None)
    known = [value for _, value, _ in asked if value is not None]
    assert (cell.asked, cell.scored) == (len(asked), len(known))
    assert cell.asked == cell.scored + cell.failed
    assert cell.answered == sum(answered for _, _, answered in asked)
    assert cell.mean == (pytest.approx(fmean(known)) if known else None)
    assert cell.lives == len({life for life, value, _ in asked if value is not None})


def test_a_life_that_could_not_be_scored_is_no_life_with_something_to_say() -> None:
    cell = Cell()
    cell.score(0, None, failed=True)
    cell.add(1, 0.0, 0.0)
    assert (cell.lives, cell.mean) == (0, None)
    cell.add(1, 0.0, 2.0)
    assert (cell.lives, cell.mean) == (1, 0.0)


@given(asked=questions, data=st.data())
def test_the_order_of_questions_does_not_matter(
    asked: list[tuple[int, float | None, bool]], data: st.DataObject
) -> None:
    one, other = Cell(), Cell()
    for cell, order in ((one, asked), (other, data.draw(st.permutations(asked)))):
        for life, value, answered in order:
            cell.score(life, value, answered=answered)
    assert (one.sums, one.asked, one.answered) == (other.sums, other.asked, other.answered)


@settings(max_examples=25)
@given(lived=lives)
def test_an_interval_is_the_bootstrap_of_its_own_cell(
    lived: list[list[tuple[str, float | None]]],
) -> None:
    cells = filled(lived)
    found = cells.intervals(sorted(cells.cells), 7, "test")
    for key, bounds in found.items():
        own = [[value for k, value in life if k == key and value is not None] for life in lived]
        tops, bottoms = [sum(each) for each in own], [float(len(each)) for each in own]
        assert bounds == bootstrap(tops, bottoms, 7, "test")


def test_intervals_do_not_depend_on_how_many_are_made_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lived = [[(k, v) for k in "abc"] for v in (0.0, 1.0, 0.5)]
    whole = filled(lived).intervals("abc", 3)
    monkeypatch.setattr(module, "BATCH", 2)
    assert filled(lived).intervals("abc", 3) == whole


@settings(max_examples=25)
@given(lived=lives)
def test_the_macro_mean_weighs_every_cell_the_same(
    lived: list[list[tuple[str, float | None]]],
) -> None:
    cells = filled(lived)
    keys = sorted(cells.cells)
    by_cell = [[v for life in lived for k, v in life if k == key and v is not None] for key in keys]
    means = [fmean(values) for values in by_cell if values]
    mean, bounds = cells.macro(keys, 7)
    assert mean == (pytest.approx(fmean(means)) if means else None)
    with_data = sum(any(v is not None for _, v in life) for life in lived)
    if with_data < 2:
        assert bounds == NO_INTERVAL
    else:
        assert bounds.low is not None
        assert bounds.high is not None
        assert 0.0 <= bounds.low <= bounds.high <= 1.0


@settings(max_examples=25)
@given(lived=lives)
def test_the_macro_mean_of_one_cell_is_that_cell(
    lived: list[list[tuple[str, float | None]]],
) -> None:
    cells = filled(lived)
    for key in sorted(cells.cells):
        mean, bounds = cells.macro([key], 7)
        assert mean == cells.at(key).mean
        assert bounds == cells.intervals([key], 7)[key]


def test_without_cells_there_is_nothing_to_tell() -> None:
    cells: Cells[str] = Cells()
    assert cells.intervals([], 7) == {}
    assert cells.macro([], 7) == (None, NO_INTERVAL)
    assert total([]) == {"asked": 0, "answered": 0, "scored": 0, "failed": 0}


@given(first=questions, second=questions)
def test_totals_are_those_of_all_questions_together(
    first: list[tuple[int, float | None, bool]], second: list[tuple[int, float | None, bool]]
) -> None:
    apart, together = (Cell(), Cell()), Cell()
    for cell, asked in zip(apart, (first, second), strict=True):
        for life, value, answered in asked:
            for each in (cell, together):
                each.score(life, value, answered=answered, failed=value is None)
    assert total(apart) == total([together])
