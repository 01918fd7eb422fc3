"""Files that are not worlds: each fault has a place and the nearest right name."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import worlds
from worlds.reading import read_file, read_text, write_text

ENOUGH = """
name: tiny
entities:
  home: {phrase: my home, pool: [Brask, Ulm Row]}
"""


def only(text: str) -> worlds.Problem:
    file, problems = read_text(text)
    assert file is None
    assert len(problems) == 1
    return problems[0]


def test_the_smallest_world_needs_a_name_and_an_entity_with_phrase_and_pool() -> None:
    file, problems = read_text(ENOUGH)
    assert problems == []
    assert file is not None
    assert file.entities["home"].pool == ["Brask", "Ulm Row"]
    assert (file.edges, file.entities["home"].kind) == ([], "value")


@pytest.mark.parametrize(
    ("text", "where", "message"),
    [
        (ENOUGH + "edgs: []", "file", "no key is called 'edgs': did you mean 'edges'?"),
        (
            ENOUGH.replace("phrase", "phrse"),
            "entities.home",
            "no key is called 'phrse': did you mean 'phrase'?",
        ),
        (
            ENOUGH + "edges: [{parent: home, chld: home}]",
            "edges.0",
            "no key is called 'chld': did you mean 'child'?",
        ),
        (ENOUGH.replace("name: tiny", ""), "name", "is missing"),
        (ENOUGH.replace("phrase: my home, ", ""), "entities.home.phrase", "is missing"),
        (
            ENOUGH.replace("Brask", "no"),
            "entities.home.pool.0",
            "False is not text: put it in quotes, YAML took it for something other than text",
        ),
        (
            ENOUGH.replace("Brask", "45"),
            "entities.home.pool.0",
            "45 is not text: put it in quotes, YAML took it for something other than text",
        ),
        ("- a\n- b", "file", "is not a mapping with keys such as 'name' and 'entities'"),
        ("", "file", "is not a mapping with keys such as 'name' and 'entities'"),
    ],
)
def test_a_fault_is_said_in_a_sentence_with_its_place(text: str, where: str, message: str) -> None:
    assert only(text) == worlds.Problem("error", where, message)


def test_the_same_key_twice_is_refused_instead_of_the_first_being_lost() -> None:
    problem = only(ENOUGH + "  home: {phrase: my flat, pool: [Olm, Usk]}")
    assert problem.where == "line 5"
    assert "the key 'home' stands here twice" in problem.message


def test_broken_yaml_is_a_problem_with_its_line() -> None:
    problem = only("name: tiny\nentities: {home: [")
    assert problem.where.startswith("line ")
    assert problem.message.startswith("is not YAML")


def test_every_fault_of_the_format_is_found_at_once() -> None:
    _, problems = read_text(ENOUGH.replace("Brask", "7").replace("name: tiny", "name: Tiny Town"))
    assert {problem.where for problem in problems} == {"name", "entities.home.pool.0"}


def test_a_missing_file_and_one_that_is_not_text_are_problems(tmp_path: Path) -> None:
    assert read_file(tmp_path / "none.yaml")[1][0].message == "there is no such file"
    (tmp_path / "bytes.yaml").write_bytes(b"\xff\xfe\x00")
    assert "this is no text" in read_file(tmp_path / "bytes.yaml")[1][0].message
    assert "this is a folder" in read_file(tmp_path)[1][0].message


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=200))
def test_no_text_at_all_makes_reading_raise(text: str) -> None:
    file, problems = read_text(text)
    assert (file is None) == bool(problems)


def test_what_is_written_is_read_again() -> None:
    file, _ = read_text(worlds.starter("again"))
    assert file is not None
    assert read_text(write_text(file)) == (file, [])


def test_the_json_schema_forbids_unknown_keys_and_knows_all_fields() -> None:
    schema = worlds.json_schema()
    assert schema["additionalProperties"] is False
    entity = schema["$defs"]["EntityEntry"]
    assert entity["additionalProperties"] is False
    assert {"phrase", "pool", "marks", "states"} <= set(entity["properties"])
    assert entity["required"] == ["phrase", "pool"]


@pytest.mark.parametrize("text", ["{[a]: b}", "name: 2031-02-31", "[" * 1200, "a: &a [*a]", "? {}"])
def test_odd_yaml_is_a_problem_and_not_a_crash(text: str) -> None:
    assert read_text(text)[1]
