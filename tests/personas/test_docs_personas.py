"""The page on personas tells the truth: its example can be used, its figures are those in force."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import personas
from personas.domains.catalogue import ENOUGH

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "personas.md").read_text(encoding="utf-8")


def test_the_example_passes_its_check(tmp_path: Path) -> None:
    block = re.search(r"```yaml\n(id: .*?)```", PAGE, re.DOTALL)
    assert block is not None
    path = tmp_path / "ragna_moss.yaml"
    path.write_text(block[1], encoding="utf-8")
    assert personas.check(path) == []
    assert personas.load(path).profile.balance() == (1, 1)


def test_the_sizes_of_a_pack_are_those_that_the_check_wants() -> None:
    told = re.search(r"small below (.*?): populations", PAGE, re.DOTALL)
    assert told is not None
    numbers = [int(number) for number in re.findall(r"\d+", told[1])]
    names = ("projects", "events", "decisions", "values", "profile_facts", "one_offs")
    assert numbers == [ENOUGH[name] for name in names]


def test_the_people_are_as_many_and_as_old_as_it_says() -> None:
    ages = [personas.load(name).age for name in personas.names()]
    assert "Twenty-four people" in PAGE
    assert len(ages) == 24
    assert f"aged {min(ages)} to {max(ages)}" in PAGE


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`([\w/]+\.yaml)`", PAGE))))
def test_files_it_names_are_there(path: str) -> None:
    assert "/" not in path or (ROOT / path).is_file()


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`personas\.([\w.]+)\(", PAGE))))
def test_functions_it_names_are_there(name: str) -> None:
    found: object = personas
    for part in name.split("."):
        found = getattr(found, part)
    assert callable(found)
