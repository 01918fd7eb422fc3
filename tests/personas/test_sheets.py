"""Hand-written files: what is refused, and how the complaint reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from personas.persona import Persona
from personas.problems import Problem, inspect
from personas.sheets import Sheet, parse, read
from sim.errors import BadData, UnknownName


class Inner(Sheet):
    colour: str
    count: int = 1


class Outer(Sheet):
    name: str
    inner: Inner


def refused(text: str) -> str:
    with pytest.raises(BadData) as caught:
        parse(text, Outer, where="file.yaml")
    return str(caught.value)


def test_a_file_becomes_a_sheet(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("name: x\ninner: {colour: red}\n", encoding="utf-8")
    assert read(path, Outer) == Outer(name="x", inner=Inner(colour="red", count=1))


def test_an_unknown_key_is_named_with_the_nearest_one() -> None:
    message = refused("name: x\ninner: {colur: red}\n")
    assert message.startswith("file.yaml, inner: no key is called 'colur': did you mean 'colour'?")
    assert "(known: colour, count)" in message


def test_an_unknown_key_at_the_top_has_no_inner_place() -> None:
    message = refused("nam: x\ninner: {colour: red}\n")
    assert message.startswith("file.yaml: no key is called 'nam': did you mean 'name'?")


def test_a_missing_key_is_named_by_its_place() -> None:
    assert refused("name: x\ninner: {count: 2}\n") == "file.yaml, inner.colour: this key is missing"


def test_what_yaml_takes_for_a_truth_value_must_be_quoted() -> None:
    message = refused("name: x\ninner: {colour: yes}\n")
    assert message == "file.yaml, inner.colour: True is not a text: write it in quotes"


def test_a_wrong_number_is_shown() -> None:
    message = refused("name: x\ninner: {colour: red, count: many}\n")
    assert message == "file.yaml, inner.count: 'many' cannot stand here: it must be a whole number"


def test_further_complaints_are_counted() -> None:
    assert refused("inner: {count: 2}\n").endswith("(and 1 more)")


def test_a_key_given_twice_is_refused_with_its_line() -> None:
    message = refused("name: x\nname: y\n")
    assert message == "file.yaml: not readable as YAML: the key 'name' stands twice (line 1)"


def test_broken_yaml_is_refused_with_its_line() -> None:
    message = refused("name: [x\ninner: y\n")
    assert message.startswith("file.yaml: not readable as YAML:")
    assert "(line 2)" in message


@pytest.mark.parametrize("text", ["", "- a\n- b\n", "just words\n"])
def test_a_file_that_is_no_mapping_is_refused(text: str) -> None:
    assert refused(text) == "file.yaml: the file must be a mapping of keys to values"


def test_no_python_object_can_be_smuggled_in() -> None:
    assert "not readable as YAML" in refused("name: !!python/object/apply:os.getcwd []\n")


def test_anchors_and_merges_work() -> None:
    text = "name: x\ninner:\n  <<: {colour: red, count: 3}\n  colour: blue\n"
    assert parse(text, Outer, where="f").inner == Inner(colour="blue", count=3)


def test_a_file_that_is_not_there_is_bad_data(tmp_path: Path) -> None:
    with pytest.raises(BadData, match=r"gone\.yaml: there is no such file"):
        read(tmp_path / "gone.yaml", Outer)


def test_a_file_that_is_no_text_is_bad_data(tmp_path: Path) -> None:
    path = tmp_path / "b.yaml"
    path.write_bytes(b"\xff\xfe\xff")
    with pytest.raises(BadData, match="this is no text"):
        read(path, Outer)


def test_sheets_are_frozen(persona: Persona) -> None:
    with pytest.raises(ValueError, match="frozen"):
        persona.name = "Other"  # type: ignore[misc]


def test_inspection_turns_a_refusal_into_a_problem() -> None:
    def broken() -> Outer:
        return parse("nam: x\n", Outer, where="f.yaml")

    (problem,) = inspect("f.yaml", broken, lambda _: ())
    assert (problem.severity, problem.where) == ("error", "f.yaml")
    assert problem.message.startswith("no key is called 'nam'")


def test_inspection_reports_unknown_names_at_its_own_place() -> None:
    def unknown() -> Outer:
        raise UnknownName("persona", "ad", ["ada"])

    (problem,) = inspect("here", unknown, lambda _: ())
    assert problem == Problem(
        "error", "here", "no persona is called 'ad': did you mean 'ada'? (known: ada)"
    )


def test_errors_stand_before_warnings_in_the_order_found() -> None:
    found = [Problem("warning", "a", "1"), Problem("error", "b", "2"), Problem("error", "c", "3")]
    sheet = Inner(colour="red")
    assert [p.where for p in inspect("x", lambda: sheet, lambda _: found)] == ["b", "c", "a"]
