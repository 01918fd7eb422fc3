"""Rows in print: 80 columns, nothing hidden in silence; and as JSON."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.cli.output import as_cards, as_json, as_table, wrapped
from experiments.cli.showing.marks import BOLD, PLAIN, marked


@pytest.fixture
def table(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")

    def printed(*args, **more):
        as_table(*args, **more)
        return capsys.readouterr().out.splitlines()

    return printed


def test_columns_are_aligned_numbers_to_the_right(table):
    assert table([{"name": "a", "n": 5}, {"name": "long", "n": 12}]) == [
        "name   n",
        "----  --",
        "a      5",
        "long  12",
    ]


def test_what_is_the_same_everywhere_is_said_once(table):
    rows = [{"study": "x", "n": 1, "none": None}, {"study": "x", "n": 2, "none": None}]
    assert table(rows) == ["in every row: study = x", "n", "-", "1", "2"]


def test_equal_rows_are_still_shown(table):
    assert table([{"n": 1}, {"n": 1}])[-2:] == ["1", "1"]


def test_columns_that_do_not_fit_are_named(table):
    rows = [{"a": c * 50, "b": c * 50, "c": 1 if c == "x" else 2} for c in "xy"]
    found = table(rows)
    assert found[0].split() == ["a", "b"]
    assert found[2].endswith("...")
    assert found[-1] == "... and more columns: c (--json has all)"
    assert all(len(line) <= 80 for line in found)


def test_rows_beyond_the_limit_are_counted(table):
    assert table([{"n": n} for n in range(9)], limit=2)[-1] == "... and 7 more rows (--limit)"


def test_groups_head_their_rows(table):
    rows = [{"t": t, "n": n} for t in "ab" for n in (1, 2)]
    assert table(rows, groups=["t"]) == ["n", "-", "[a]", "1", "2", "[b]", "1", "2"]


def test_no_rows(table):
    assert table([], empty="nothing here") == ["nothing here"]


@pytest.mark.parametrize(
    ("value", "shown"),
    [(None, ""), (float("nan"), ""), (0.12345, "0.123"), (True, "yes"), (["a", "b"], "a, b"),
     ("two\nlines", "two lines"), ("x" * 99, "x" * 57 + "...")],
)  # fmt: skip
def test_values_in_print(table, value, shown):
    assert table([{"value": value}])[2] == shown


def test_json_has_null_for_what_does_not_exist(capsys):
    import numpy as np

    as_json([{"a": float("nan"), "b": np.float64(0.5), "c": np.int64(3), "d": np.bool_(True)}])
    assert json.loads(capsys.readouterr().out) == [{"a": None, "b": 0.5, "c": 3, "d": True}]


def test_cards_leave_out_what_is_empty(capsys):
    as_cards([{"name": "n", "doc": "What it is.", "x": (), "y_z": ["p", "q"]}])
    assert capsys.readouterr().out == "n\n    What it is.\n    y z: p, q\n"


@given(st.text(st.characters(codec="ascii", categories=["L", "N", "Zs"]), max_size=300))
def test_wrapped_text_fits_and_loses_nothing(text):
    found = list(wrapped("label: ", text))
    assert all(len(line) <= 80 for line in found)
    if all(len(word) <= 73 for word in text.split()):
        assert " ".join(found).removeprefix("label:").split() == text.split()


# --- marks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "needles", "shown"),
    [
        ("I live in Brask.", ["Brask"], "I live in >>Brask<<."),
        ("i live in  keldara\ngrove!", ["Keldara Grove"], "i live in  >>keldara\ngrove<<!"),
        ("a cartwheel", ["art"], "a cartwheel"),
        ("Brask Hill", ["Brask", "Brask Hill"], ">>Brask Hill<<"),
        ("a (b)", ["(b)"], "a >>(b)<<"),
        ("nothing", ["", " "], "nothing"),
    ],
)
def test_needles_are_marked_as_whole_words(text, needles, shown):
    assert marked(text, needles, color=False) == shown


def test_on_a_terminal_they_are_underlined():
    assert marked("in Brask", ["Brask"], color=True) == f"in {BOLD}Brask{PLAIN}"
