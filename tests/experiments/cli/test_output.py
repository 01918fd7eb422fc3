"""Rows in print: 80 columns, nothing hidden in silence; and as JSON."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.cli.columns import broken
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


LONG = "my_module:MyMemory[granularity=session, k1=1.2]"


def test_long_names_are_wrapped_and_figures_stay_whole(table):
    rows = [
        {"backend": f"{LONG}{n}", "gate": f"structure_aware[window={n}]", "budget": 200 + n,
         "dependency": f"0.{n}2 (.20-.40)", "retention": f"0.{n}5 (.20-.40)"}
        for n in (1, 2)
    ]  # fmt: skip
    found = table(rows)
    assert all(len(line) <= 80 for line in found)
    assert found[0].split() == ["backend", "gate", "budget", "dependency", "retention"]
    for row in rows:
        assert any(row["dependency"] in line and row["retention"] in line for line in found)
    width = len(found[1].split()[0])
    said = "".join("".join(line[:width].split()) for line in found[2:])
    assert "my_module:MyMemory[granularity=session,k1=1.2]1" in said


def test_columns_that_do_not_fit_stand_below_with_the_names_again(table):
    rows = [
        {"name": name, **{f"measure_{n}": n + at / 8 for n in range(12)}}
        for at, name in enumerate(["one", "two"])
    ]
    found = table(rows)
    assert all(len(line) <= 80 for line in found)
    heads = [line.split()[0] for line in found if line and line[0] not in "- "]
    assert heads.count("one") == heads.count("two") >= 2
    for row in rows:
        said = " ".join(line for line in found if line.startswith(row["name"])).split()
        shown = [word for word in said if word != row["name"]]
        assert shown == [f"{row[f'measure_{n}']:.3f}" for n in range(12)]


def test_prose_is_cut_where_a_part_is_enough(table):
    rows = [{"n": n, "text": f"{n} " + "word " * 40} for n in (1, 2)]
    found = table(rows, prose=["text"])
    assert len(found) == 4
    assert found[2].endswith("...")
    assert len(found[2]) == 3 + 60


def test_what_is_the_same_everywhere_is_wrapped_too(table):
    found = table([{"n": n, "studies": "a study of words, " * 9} for n in (1, 2)])
    assert found[0].startswith("in every row: studies = a study")
    assert all(len(line) <= 80 for line in found)


@given(
    st.lists(
        st.tuples(
            st.text(st.characters(codec="ascii", categories=["L", "P", "Zs"]), max_size=120),
            st.lists(st.floats(0, 1e6), min_size=9, max_size=9),
        ),
        min_size=2,
        max_size=5,
        unique_by=lambda row: row[0],
    )
)
def test_no_figure_is_ever_left_out(rows):
    from io import StringIO
    from unittest.mock import patch

    given_rows = [{"name": n, **{f"m{at}": v for at, v in enumerate(vs)}} for n, vs in rows]
    with patch("sys.stdout", StringIO()) as out, patch.dict("os.environ", COLUMNS="80"):
        as_table(given_rows)
    said = out.getvalue()
    assert all(len(line) <= 80 for line in said.splitlines())
    for _, values in rows:
        assert all(f"{value:.3f}" in said for value in values)


@given(st.text(st.characters(codec="ascii", exclude_categories=["C"]), max_size=99),
       st.integers(5, 40))  # fmt: skip
def test_a_broken_name_fits_and_loses_nothing_but_blanks(text, width):
    found = broken(text, width)
    assert all(len(line) <= width for line in found)
    assert "".join("".join(found).split()) == "".join(text.split())


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
     ("two\nlines", "two lines"), ("x" * 70, "x" * 70)],
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
