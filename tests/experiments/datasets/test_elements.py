"""Large JSON lists are read element by element, whatever the size of a block."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from experiments.datasets.elements import elements
from sim.errors import BadData

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=12,
)


@given(
    items=st.lists(VALUES, max_size=5), block=st.integers(1, 40), indent=st.sampled_from([None, 2])
)
@settings(max_examples=60, deadline=None)
def test_a_list_comes_out_as_it_went_in(tmp_path_factory, items, block, indent):
    path = tmp_path_factory.mktemp("elements") / "list.json"
    path.write_text(json.dumps(items, indent=indent, ensure_ascii=False), encoding="utf-8")
    assert [value for _, value in elements(path, block=block)] == items


def test_an_object_is_its_own_only_element(tmp_path: Path):
    path = tmp_path / "one.json"
    path.write_text('  {"a": [1, 2]}\n')
    assert list(elements(path)) == [(f"{path}, the object", {"a": [1, 2]})]


def test_elements_are_numbered_from_one(tmp_path: Path):
    path = tmp_path / "list.json"
    path.write_text("[10, 200]")
    assert list(elements(path, block=1)) == [
        (f"{path}, element 1", 10),
        (f"{path}, element 2", 200),
    ]


@pytest.mark.parametrize("text", ["", "   ", "[", '[{"a": 1}', '[{"a": 1},', '[{"a": ', "[1 2]"])
def test_a_file_that_breaks_off_is_refused_by_name(tmp_path: Path, text: str):
    path = tmp_path / "broken.json"
    path.write_text(text)
    with pytest.raises(BadData, match=r"broken\.json: this is no complete JSON"):
        list(elements(path))


def test_what_comes_before_the_break_is_still_read(tmp_path: Path):
    path = tmp_path / "broken.json"
    path.write_text('[{"a": 1}, {"a":')
    reading = elements(path, block=4)
    assert next(reading)[1] == {"a": 1}
    with pytest.raises(BadData):
        next(reading)
